import { formatSerials, type RetirementBatch, type VerifiedReceipt } from '../retirement/index.ts';

const STATES = {
  allocated:
    'GENUINE, but the credits are allocated and not retired yet. Renew the receipt at its address later.',
  partly_retired:
    'GENUINE, but only some of the credits are retired yet. Renew the receipt at its address later.',
  retired:
    'VERIFIED: this order is part of the retirements below, and they cover every order of their batches.',
} as const;

/** Removes control characters from text of others: in a terminal, they would move the cursor or clear the screen. */
export function printable(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, ' ');
}

/** Grams with separators: 1,146,000 g. */
function gramsText(grams: number): string {
  return `${new Intl.NumberFormat('en').format(grams)} g`;
}

function retirementLines({ batch, retirements, orders, grams, corrects = [] }: RetirementBatch): string[] {
  return [
    `  batch      ${batch}: ${orders} order${orders === 1 ? '' : 's'}, ${gramsText(grams)}`,
    ...retirements.flatMap(({ tonnes, serials, date, url }) => [
      `  retired    ${tonnes} t on ${date}`,
      ...serials.map((range) => `  serials    ${formatSerials(range)}`),
      `  registry   ${url}`,
    ]),
    ...corrects.map(({ corrected_at, reason }) => `  corrected  ${corrected_at.slice(0, 10)}: ${reason}`),
  ];
}

/** Formats a verified receipt as lines for a terminal. */
export function verifiedReceiptText({ claims, state, batches }: VerifiedReceipt): string {
  const sandbox = claims.sandbox === true || batches.some((batch) => batch?.sandbox === true);
  const isFuel = claims.credits.some(({ product }) => product === 'aviation_fuel');
  const lines = [
    claims.credits.length > 0 ? STATES[state] : 'GENUINE, but the order holds no credits, as after a refund.',
    ...(isFuel ? ['AVIATION FUEL: certificates of fuel, which are not carbon credits.'] : []),
    ...(sandbox ? ['SANDBOX: nothing was really bought or retired.'] : []),
    '',
    `issuer       ${claims.iss}`,
    `order        ${claims.order_id}`,
    `mass         ${gramsText(claims.grams)}`,
    ...claims.credits.flatMap(({ project, grams }, at) => {
      const batch = batches[at];
      return [
        '',
        `${gramsText(grams)} of ${project.name} (${project.registry} ${project.project_id})`,
        ...(batch ? retirementLines(batch) : ['  allocated, not retired yet']),
      ];
    }),
    '',
    "Compare the serial numbers with the registry's own page: only the registry can say that they are retired.",
  ];
  return lines.map(printable).join('\n');
}
