import { type FakeProvider, startFakeProvider } from '../../packages/gateway/src/testing/fake-provider.ts';
import type { BookedSession } from '../../packages/gateway/src/testing/provider-books.ts';
import { TEST_DIALECTS } from '../../packages/gateway/src/testing/provider-dialects.ts';

const [name = 'stripe'] = process.argv.slice(2);
const found = TEST_DIALECTS.find((one) => one.name === name);
if (!found) throw new Error(`There is no provider ${name} in TEST_DIALECTS.`);
const dialect = found;

/** Returns the payer's return URL, as the gateway sent it with the payment. */
function returnUrlOf({ paymentId }: BookedSession): URL {
  const body = provider.requests.find((request) => request.body.includes(paymentId))?.body ?? '';
  const url = body.startsWith('{')
    ? JSON.parse(body).callback_url
    : new URLSearchParams(body).get('success_url');
  return new URL(url);
}

/** Takes the money and sends the event, as the provider does. */
async function pay(session: BookedSession): Promise<URL> {
  session.state = 'paid';
  session.payment = `money_${session.id}`;
  const back = returnUrlOf(session);
  const { body, headers } = dialect.session(`evt_${session.id}`, session);
  await fetch(new URL(`/providers/${name}/events`, back), {
    method: 'POST',
    body,
    headers: { ...headers, [dialect.signatureHeader]: await dialect.sign(body) },
  });
  return back;
}

const provider: FakeProvider = await startFakeProvider({
  port: Number(process.env.PORT ?? 4040),
  visit: async (session, method) =>
    method === 'POST'
      ? pay(session)
      : `<form method="post"><button>Pay ${session.due.amount_minor / 100} ${session.due.currency}</button></form>`,
});

console.log(
  Object.entries({
    GATEWAY_PROVIDER: name,
    GATEWAY_PROVIDER_API_URL: provider.url,
    GATEWAY_CHECKOUT_URL: provider.url,
    ...dialect.environment,
  })
    .map(([variable, value]) => `${variable}=${value}`)
    .join('\n'),
);
