import {
  formatSerials,
  type IssuerKeys,
  issuerKeysSchema,
  type RetirementBatch,
  VerificationError,
  type VerifiedReceipt,
  verifyReceipt,
} from '@flight-offset/core/retirement';

/** Documents that a visitor pasted or opened. */
export interface Pasted {
  readonly receipt: string;
  /** Published batches, separated by white space. */
  readonly batches: string;
  readonly keys: string;
}

/** Verdict for the visitor. */
export interface Verdict {
  readonly outcome: 'verified' | 'waiting' | 'refused' | 'incomplete';
  readonly title: string;
  readonly text: string;
  /** Proven facts by name; `link` leads to the registry. */
  readonly facts: readonly { readonly name: string; readonly value: string; readonly link?: string }[];
}

const TITLES = {
  retired: ['verified', 'Verified: retired'],
  partly_retired: ['waiting', 'Genuine, retired in part'],
  allocated: ['waiting', 'Genuine, not retired yet'],
} as const;
const NO_CREDITS = ['waiting', 'Genuine, without credits'] as const;
const TEXTS = {
  retired: 'The order is part of the retirements below, and they cover every order of their batches.',
  partly_retired:
    'Some of its credits are allocated and wait for their retirement. Renew the receipt at its address later.',
  allocated:
    'Its credits are allocated and wait for their retirement. Renew the receipt at its address later.',
} as const;

const MALFORMED_KEYS =
  'The issuer\'s keys are not in this format. Paste the whole JSON of /.well-known/jwks.json: { "keys": [ … ] }.';

function incomplete(text: string): Verdict {
  return { outcome: 'incomplete', title: 'Nothing to verify yet', text, facts: [] };
}

/** Verifies the pasted documents; sends no request. */
export async function verifyPasted({ receipt, batches, keys }: Pasted): Promise<Verdict> {
  if (receipt.trim() === '') return incomplete('Paste a receipt or open its file.');
  if (receipt.startsWith('%PDF'))
    return incomplete(
      'A PDF is for reading and holds no signature. Open receipt.jws of the same receipt page.',
    );
  const parsed = parseKeys(keys);
  if (keys.trim() !== '' && !parsed) return incomplete(MALFORMED_KEYS);
  if (!parsed) return incomplete("Paste the issuer's keys, from /.well-known/jwks.json of the gateway.");
  try {
    return verifiedVerdict(
      await verifyReceipt({
        receipt,
        batches: batches.split(/\s+/).filter((one) => one !== ''),
        keys: parsed,
      }),
    );
  } catch (error) {
    if (!(error instanceof VerificationError)) throw error;
    return { outcome: 'refused', title: `Refused: ${error.code}`, text: error.message, facts: [] };
  }
}

function parseKeys(text: string): IssuerKeys | undefined {
  try {
    return issuerKeysSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function mass(grams: number): string {
  return `${(grams / 1000).toLocaleString('en')} kg CO2e`;
}

/** Returns the facts of a credit's batch: none while it is only allocated. */
function factsOfBatch(of: RetirementBatch | null | undefined): Verdict['facts'] {
  if (!of) return [];
  const { batch, retirements, orders, grams, corrects = [] } = of;
  return [
    ...retirements.flatMap(({ serials, tonnes, date, url }) => [
      { name: 'Retired', value: `${tonnes} t on ${date}`, link: url },
      { name: 'Serial numbers', value: serials.map(formatSerials).join(', ') },
    ]),
    { name: 'Batch', value: `${batch}: ${orders} ${orders === 1 ? 'order' : 'orders'}, ${mass(grams)}` },
    ...corrects.map(({ corrected_at, reason }) => ({
      name: 'Corrected',
      value: `${corrected_at.slice(0, 10)}: ${reason}`,
    })),
  ];
}

function verifiedVerdict({ claims, state, batches }: VerifiedReceipt): Verdict {
  const [outcome, title] = claims.credits.length > 0 ? TITLES[state] : NO_CREDITS;
  const sandbox = claims.sandbox === true || batches.some((batch) => batch?.sandbox === true);
  const isFuel = claims.credits.some(({ product }) => product === 'aviation_fuel');
  const text = [
    claims.credits.length > 0 ? TEXTS[state] : 'The order holds no credits, as after a refund.',
    ...(isFuel ? ['Its credits are certificates of aviation fuel, which are not carbon credits.'] : []),
    ...(sandbox ? ['Sandbox: nothing was really bought or retired.'] : []),
  ].join(' ');
  const credits = claims.credits.flatMap(({ project, grams }, at) => [
    {
      name: 'Project',
      value: `${mass(grams)} of ${project.name} (${project.registry} ${project.project_id})`,
    },
    ...factsOfBatch(batches[at]),
  ]);
  const facts = [
    { name: 'Issuer', value: claims.iss },
    { name: 'Order', value: claims.order_id },
    { name: 'Amount', value: mass(claims.grams) },
    ...credits,
  ];
  return { outcome, title, text, facts };
}
