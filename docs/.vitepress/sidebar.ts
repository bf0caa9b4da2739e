import type { DefaultTheme } from 'vitepress';
import { listDecisions } from '../decisions/list-decisions.ts';

/** Every page of the site in reading order; the sidebar, `llms.txt` and the tests of the pages go by it. */
export const sidebar: DefaultTheme.SidebarItem[] = [
  {
    text: 'Get started',
    items: [
      { text: 'Start in five minutes', link: '/guide/start' },
      { text: 'How it fits together', link: '/guide/how-it-fits-together' },
      { text: 'FAQ', link: '/guide/faq' },
    ],
  },
  {
    text: 'Quickstart',
    items: [
      { text: 'HTML and Node', link: '/quickstart/node' },
      { text: 'Express', link: '/quickstart/express' },
      { text: 'Fastify', link: '/quickstart/fastify' },
      { text: 'Next.js', link: '/quickstart/nextjs' },
      { text: 'React with Vite', link: '/quickstart/react' },
      { text: 'Vue', link: '/quickstart/vue' },
      { text: 'SvelteKit', link: '/quickstart/sveltekit' },
      { text: 'Workers', link: '/quickstart/workers' },
    ],
  },
  {
    text: 'Integrate',
    items: [
      { text: 'The widget', link: '/guide/widget' },
      { text: 'The widget in frameworks', link: '/guide/frameworks' },
      { text: 'Your backend', link: '/guide/backend' },
      { text: 'Orders and bookings', link: '/guide/linking' },
      { text: "Contributions in the booking's total", link: '/guide/booking' },
      { text: 'Receipts', link: '/guide/receipts' },
      { text: 'Refunds', link: '/guide/refunds' },
      { text: 'Statements', link: '/guide/statements' },
      { text: 'Webhooks', link: '/guide/webhooks' },
      { text: 'Signing in other languages', link: '/guide/signing' },
      { text: 'Testing', link: '/guide/testing' },
      { text: 'Legal wording', link: '/guide/legal-wording' },
      { text: 'Accessibility', link: '/guide/accessibility' },
      { text: 'Going live', link: '/guide/going-live' },
    ],
  },
  {
    text: 'Operate',
    items: [
      { text: 'The gateway', link: '/guide/gateway' },
      { text: 'Deployment', link: '/guide/deployment' },
      { text: 'Databases', link: '/guide/databases' },
      { text: 'Payment providers', link: '/guide/payment-providers' },
      { text: 'Projects and portfolios', link: '/guide/projects' },
      { text: 'Retirements', link: '/guide/retirements' },
      { text: 'The console', link: '/guide/console' },
      { text: 'Audit log', link: '/guide/audit-log' },
      { text: 'Monitoring', link: '/guide/monitoring' },
      { text: 'Backup and upgrade', link: '/guide/operations' },
      { text: 'Payouts and accounting', link: '/guide/payouts' },
      { text: 'Scale and cost', link: '/guide/scale' },
      { text: 'Privacy', link: '/guide/privacy' },
      { text: 'Versions and deprecation', link: '/guide/upgrading' },
    ],
  },
  {
    text: 'Help',
    items: [
      { text: 'Troubleshooting', link: '/guide/troubleshooting' },
      { text: 'Compared with other services', link: '/guide/compared' },
    ],
  },
  {
    text: 'Sandbox',
    items: [
      { text: 'Widget playground', link: '/sandbox/' },
      { text: 'API explorer', link: '/sandbox/api' },
      { text: 'Webhook lab', link: '/sandbox/webhooks' },
      { text: 'Emissions explorer', link: '/sandbox/emissions' },
      { text: 'Verify a receipt', link: '/sandbox/verify' },
    ],
  },
  {
    text: 'Reference',
    items: [
      { text: 'Endpoints', link: '/reference/operations' },
      { text: 'Backend endpoints', link: '/reference/backend-endpoints' },
      { text: 'Fields', link: '/reference/fields' },
      { text: 'Errors', link: '/reference/errors' },
      { text: 'Limits', link: '/reference/limits' },
      { text: 'Elements', link: '/reference/elements' },
      { text: 'Handler options', link: '/reference/handler-options' },
      { text: 'Packages', link: '/reference/packages' },
      { text: 'Retirement proofs', link: '/reference/retirement-proofs' },
      { text: 'Commands of the gateway', link: '/reference/commands' },
      { text: 'Configuration of the gateway', link: '/reference/configuration' },
      { text: 'API changelog', link: '/reference/changelog' },
      { text: 'Glossary', link: '/reference/glossary' },
    ],
  },
  { text: 'Emissions', items: [{ text: 'Method', link: '/emissions/method' }] },
  {
    text: 'Quality',
    items: [
      { text: 'Benchmarks', link: '/quality/' },
      { text: 'Fault injection', link: '/quality/torture' },
      { text: 'Threat model', link: '/quality/threat-model' },
      { text: 'What is not proven', link: '/quality/not-proven' },
    ],
  },
  {
    text: 'Decisions',
    collapsed: true,
    items: [
      { text: 'All decisions', link: '/decisions/' },
      ...listDecisions().map(({ title, link }) => ({ text: title, link })),
    ],
  },
];
