/** Every route of the console has a command that shows or does the same. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ROUTES, type Route } from '@flight-offset/console';
import { COMMANDS } from '../commands.ts';

/** Commands by route, with the options that make them do the same. */
const COMMANDS_OF: Readonly<Record<string, readonly string[]>> = {
  'GET /': ['merchants list'],
  'GET /merchants/:merchant': ['merchants overview'],
  'GET /merchants/:merchant/orders': ['orders list --search --status --from --to'],
  'GET /merchants/:merchant/orders.csv': ['orders export --search --status --from --to'],
  'GET /merchants/:merchant/orders/:order': ['orders show'],
  'POST /merchants/:merchant/orders/:order/refund': ['orders refund --kilograms --reason'],
  'POST /merchants/:merchant/orders/:order/refunds/:refund/paid': ['refunds paid --reference'],
  'GET /merchants/:merchant/webhooks': ['webhooks list --merchant --state', 'webhooks endpoints'],
  'GET /merchants/:merchant/webhooks/:webhook': ['webhooks show'],
  'POST /merchants/:merchant/webhooks/:webhook/replay': ['webhooks replay --webhook'],
  'POST /merchants/:merchant/webhooks/replay': ['webhooks replay --from --to'],
  'POST /merchants/:merchant/webhooks/enable': ['webhooks enable'],
  'POST /merchants/:merchant/webhooks/secret': ['webhooks rotate'],
  'GET /merchants/:merchant/money': ['statements list', 'refunds list'],
  'GET /merchants/:merchant/money/payments': ['payments list'],
  'GET /merchants/:merchant/money/statements/:statement': ['statements show'],
  'GET /merchants/:merchant/money/statements/:statement/lines.csv': ['statements show'],
  'POST /merchants/:merchant/money/close': ['statements close --period'],
  'POST /merchants/:merchant/money/statements/:statement/paid': ['statements paid'],
  'POST /merchants/:merchant/money/statements/:statement/unpaid': ['statements unpaid'],
  'GET /merchants/:merchant/developers': ['keys list', 'platforms list'],
  'GET /merchants/:merchant/developers/requests': ['requests list --id'],
  'POST /merchants/:merchant/developers/keys': ['keys create --label'],
  'POST /merchants/:merchant/developers/keys/:key/revoke': ['keys revoke'],
  'POST /merchants/:merchant/developers/platforms': ['platforms create'],
  'GET /merchants/:merchant/brand': ['merchants show'],
  'POST /merchants/:merchant/brand': [
    'merchants set --accent --logo --return --seller --imprint --terms --privacy --accessibility --withdrawal',
  ],
  'GET /merchants/:merchant/people': ['console people --merchant'],
  'POST /merchants/:merchant/people': ['console invite --merchant --role --name'],
  'POST /merchants/:merchant/people/:person/remove': ['console remove --merchant'],
  'GET /merchants/:merchant/audit': ['audit list --merchant'],
  'GET /credits': ['projects list', 'portfolios list', 'retirements plan', 'retirements list'],
  'POST /credits/retirements': ['retirements record --project --tonnes --serials --date --url'],
  'GET /reconciliation': ['payouts list', 'payouts unmatched', 'payments unclaimed', 'payments overdue'],
  'POST /reconciliation/lines': ['payouts resolve'],
  'POST /reconciliation/payments': ['payments resolve'],
  'POST /reconciliation/receipts': ['payouts received --amount --provider'],
  'GET /operators': ['console people'],
  'POST /operators': ['console invite --name'],
  'POST /operators/:person/remove': ['console remove'],
  'GET /audit': ['audit list'],
  'GET /health': ['doctor'],
};

/** Routes of the console only: signing in, and the files of its pages. */
const OWN =
  /^(?:GET \/assets\/|(?:GET|POST) \/(?:sign-|account)|GET \/merchants\/:merchant\/brand\/preview\.css$)/;

/** Whether a page asks before the form of the same URL acts. */
const asks = ({ method, path }: Route): boolean =>
  method === 'GET' &&
  /\/(?:refund|secret|remove|close|paid|unpaid|revoke|retirements|lines|payments)$/.test(path) &&
  ROUTES.some((one) => one.path === path && one.method === 'POST');

it('every console route that changes data has an equivalent command', () => {
  const routes = ROUTES.filter((one) => !asks(one))
    .map(({ method, path }) => `${method} ${path}`)
    .filter((name) => !OWN.test(name));
  assert.deepEqual(Object.keys(COMMANDS_OF).sort(), routes.sort());
});

it('each equivalent command exists with its options', () => {
  for (const [route, lines] of Object.entries(COMMANDS_OF)) {
    for (const line of lines) {
      const [words = '', ...options] = line.split(' --');
      const command = COMMANDS.find((one) => one.words.join(' ') === words);
      assert.ok(command, `${route}: there is no command ${words}`);
      for (const option of options)
        assert.ok(command.options.includes(option), `${route}: ${words} has no --${option}`);
    }
  }
});
