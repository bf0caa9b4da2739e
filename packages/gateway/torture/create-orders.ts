import { setTimeout as wait } from 'node:timers/promises';
import { type CallResponse, type Merchant, signed } from './call.ts';
import type { Sent } from './checker/facts.ts';
import { gramsOf, paiseOf } from './checker/money.ts';
import { type Client, ORDERS } from './client.ts';
import { MANNERS } from './webhook-endpoints.ts';

/** Choices of payers: the sandbox's portfolios, and one whose credits run out. */
const PORTFOLIOS = ['scarce-blend', 'wind-and-mangroves', 'aviation-fuel'] as const;

type Fields<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Leaves out the fields that are undefined. */
const defined = <T extends object>(fields: T): Fields<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields<T>;

/** How a create is sent. */
interface Manner {
  readonly key: string | undefined;
  readonly tries: number;
  /** Number of equal requests at the same moment. */
  readonly copies: number;
  /** The key, if another order is sent under it at the same moment. */
  readonly misusedKey: string | undefined;
}

/** Outcome of a create; unknown if its responses allow a repeat. */
type Outcome = 'unknown' | 'created' | 'refused';

/** Returns a function that creates an order, and may repeat its request. */
export function orderCreator(client: Client): () => Promise<void> {
  const { name, options, random, known, nextNumber, request } = client;
  const { merchants, endpoints, notes } = options;

  /**
   * Calculates the price that the merchant shows its payer, paise: a mass at the offer's price, apart from the
   * project's code.
   */
  async function quote(
    merchant: Merchant,
    { amount, unit, portfolio }: Pick<Sent, 'amount' | 'unit' | 'portfolio'>,
  ): Promise<number | undefined> {
    const response = await request('GET', '/offset-gateway/offer', { 'x-api-key': merchant.apiKey });
    if (response?.status !== 200) return undefined;
    const chosen = response.json.portfolios?.find(({ id }: { id: string }) => id === portfolio);
    const { price_per_tonne } = chosen ?? response.json;
    const perTonne = BigInt(Math.round(price_per_tonne * 100));
    // The payer takes a moment, and prices may change meanwhile.
    await wait(random.whole(0, 400));
    return Number(paiseOf(gramsOf(amount, unit), perTonne));
  }

  function newWish(): Pick<Sent, 'amount' | 'unit' | 'portfolio'> {
    const unit = random.pick(['kgCO2', 'kgCO2', 'tonCO2e'] as const);
    const kilograms = random.pick([0, 0.0004, 0.0005, 12.3456, random.whole(1, 2000), random.next() * 900]);
    const portfolio = random.chance(0.35) ? random.pick(PORTFOLIOS) : undefined;
    return { amount: unit === 'kgCO2' ? kilograms : kilograms / 1000, unit, ...defined({ portfolio }) };
  }

  function newUser(): Pick<Sent, 'email' | 'taxId'> {
    const email = `${random.pick(['Ada', 'bo', 'Cy'])}${random.whole(1, 9)}@x.example`;
    const taxId = `29ABC${random.whole(1, 4)}`;
    return defined({
      email: random.chance(0.7) ? email : undefined,
      taxId: random.chance(0.3) ? taxId : undefined,
    });
  }

  async function newRequest(merchant: Merchant): Promise<{ sent: Sent; body: string }> {
    const wish = newWish();
    const user = newUser();
    const expectedPrice = random.chance(0.3) ? await quote(merchant, wish) : undefined;
    const callbackUrl = random.chance(0.85) ? endpoints.url(merchant.id, random.pick(MANNERS)) : undefined;
    const marker = `${name}-${nextNumber()}`;
    const body = JSON.stringify({
      emission_amount: wish.amount,
      emission_unit: wish.unit,
      callback_url: callbackUrl,
      portfolio: wish.portfolio,
      user: { name: marker, email: user.email, tax_id: user.taxId },
      expected_price:
        expectedPrice === undefined ? undefined : { currency: 'INR', amount_minor: expectedPrice },
    });
    const sent = {
      merchant: merchant.id,
      marker,
      ...wish,
      ...user,
      ...defined({ expectedPrice, callbackUrl }),
    };
    return { sent, body };
  }

  function newManner(marker: string): Manner {
    // Only a key allows a repeat. Some requests are repeated despite a response, and some before one.
    if (random.chance(0.25)) return { key: undefined, tries: 1, copies: 1, misusedKey: undefined };
    const key = `key-${marker}`;
    const copies = random.chance(0.2) ? random.whole(2, 4) : 1;
    const misusedKey = copies > 1 && random.chance(0.3) ? key : undefined;
    return { key, tries: random.whole(1, 6), copies, misusedKey };
  }

  /** Returns the outcome of a create, and notes each refusal that nothing explains. */
  function outcomeOf(responses: readonly (CallResponse | undefined)[], isMisused: boolean): Outcome {
    const ended = responses
      .filter((one) => one !== undefined)
      .filter(({ status }) => status < 500 && ![409, 429].includes(status));
    const refused = ended.filter(({ status }) => status !== 201);
    for (const { status, text, json } of refused) {
      // If the other order was first, the key belongs to it.
      if (!isMisused || json?.error !== 42202)
        notes.oddities.push(`a create returned ${status}: ${text.slice(0, 200)}`);
    }
    if (refused.length > 0) return 'refused';
    return ended.length > 0 ? 'created' : 'unknown';
  }

  async function create(): Promise<void> {
    const merchant = random.pick(merchants);
    const { sent, body } = await newRequest(merchant);
    const { key, tries, copies, misusedKey } = newManner(sent.marker);
    notes.sent.push({ ...sent, ...defined({ key }) });
    const headers = { ...signed(merchant, body), ...(key === undefined ? {} : { 'idempotency-key': key }) };
    const send = async (): Promise<Outcome> => {
      const [, ...responses] = await Promise.all([
        misusedKey === undefined ? undefined : misuse(merchant, misusedKey),
        ...Array.from({ length: copies }, () => request('POST', ORDERS, headers, body)),
      ]);
      for (const response of responses) recordAcknowledged(merchant, sent.marker, response);
      return outcomeOf(responses, misusedKey !== undefined);
    };
    for (let left = tries; left > 0; left -= 1) {
      const outcome = await send();
      if (outcome === 'refused' || (outcome === 'created' && random.chance(0.7))) break;
      if (outcome === 'unknown') await wait(random.whole(5, 120));
    }
    if (key !== undefined && random.chance(0.05)) await misuse(merchant, key);
  }

  /**
   * Sends another order under a key. Right after a failure nothing may be stored under the key, which makes this its
   * first use.
   */
  async function misuse(merchant: Merchant, key: string): Promise<void> {
    const marker = `${key}-misused-${nextNumber()}`;
    const body = JSON.stringify({ emission_amount: 1, user: { name: marker } });
    notes.sent.push({ merchant: merchant.id, marker, key, amount: 1, unit: 'kgCO2' });
    const headers = { ...signed(merchant, body), 'idempotency-key': key };
    recordAcknowledged(merchant, marker, await request('POST', ORDERS, headers, body));
  }

  /** Remembers a create that was acknowledged. */
  function recordAcknowledged(merchant: Merchant, marker: string, response: CallResponse | undefined): void {
    if (response?.status !== 201) return;
    const { order_id: orderId, payment_url: url } = response.json;
    notes.acknowledged.push({ merchant: merchant.id, marker, orderId });
    known.push({ merchant, orderId, paymentPath: new URL(url).pathname });
  }

  return create;
}
