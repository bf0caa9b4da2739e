/** Parts of a provider's refusal that may be shown: no text that it could have copied from the request. */
export interface ProviderFault {
  /** HTTP status of the response; undefined if none came. */
  readonly status?: number | undefined;
  /** The provider's code for the reason, or the code of a network error. */
  readonly code?: string | undefined;
  /** The provider's identifier of the request, to quote to its support. */
  readonly requestId?: string | undefined;
}

/**
 * A call to a provider failed. The error holds the status, the code and the request id, but neither the provider's
 * message nor the caught error: a response may repeat keys, tokens and a payer's input.
 */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly code = 'provider';
  readonly fault: ProviderFault;

  constructor(provider: string, operation: string, fault: ProviderFault) {
    super(`${provider} ${operation}: ${describeFault(fault)}`);
    this.fault = fault;
  }
}

/** Describes a fault in one line: `402 card_declined, request req_1`. */
function describeFault({ status, code, requestId }: ProviderFault): string {
  const what = [status, code].filter((part) => part !== undefined).join(' ') || 'no usable response';
  return requestId === undefined ? what : `${what}, request ${requestId}`;
}

/** Fault recorded for an error of the gateway itself, which is only logged. */
export const OWN_FAULT = "an error of the gateway's own, see its log";

/**
 * Returns the text recorded with a payment or a refund: the parts of an error, the provider's or the gateway's, that
 * may be shown.
 */
export function faultText(error: unknown): string {
  return error instanceof ProviderError ? describeFault(error.fault) : OWN_FAULT;
}

/** Code for a reason: words without a digit, unlike keys and tokens. */
const WORD = /^(?:[a-z]+(?:_[a-z]+)*|[A-Z]+(?:_[A-Z0-9]+)*|[A-Za-z]+Error)$/;
const REQUEST_ID = /^(?:req|request)_[A-Za-z0-9]{1,40}$|^[0-9a-f-]{8,36}$/;

/** Minimum characters of a secret to look for: a shorter one also occurs in harmless words. */
const SHORTEST_SECRET = 8;

/**
 * Extracts the parts of an unknown error that may be shown.
 * @param secrets texts that must not be in it, even if they look like a code.
 */
export function toProviderError(
  provider: string,
  operation: string,
  error: unknown,
  secrets: readonly string[],
): ProviderError {
  if (error instanceof ProviderError) return error;
  const facts = factsOf(error);
  const clean = (text: unknown, form: RegExp): string | undefined =>
    typeof text === 'string' &&
    text.length <= 64 &&
    form.test(text) &&
    !secrets.some(
      (secret) => secret.length >= SHORTEST_SECRET && (text.includes(secret) || secret.includes(text)),
    )
      ? text
      : undefined;
  return new ProviderError(provider, operation, {
    status: typeof facts.status === 'number' ? facts.status : undefined,
    code: facts.codes.map((code) => clean(code, WORD)).find((code) => code !== undefined),
    requestId: clean(facts.requestId, REQUEST_ID),
  });
}

interface Facts {
  readonly status: unknown;
  /** The most specific first. */
  readonly codes: readonly unknown[];
  readonly requestId: unknown;
}

function factsOf(error: unknown): Facts {
  if (!(error instanceof Error)) return { status: undefined, codes: [], requestId: undefined };
  const known = error as Error & Record<'statusCode' | 'status' | 'code' | 'rawType' | 'requestId', unknown>;
  // `fetch` and the SDKs wrap the network error.
  const causes = [known.cause, (known as { detail?: unknown }).detail];
  const inner = causes.flatMap((cause) => (cause instanceof Error ? factsOf(cause).codes : []));
  return {
    status: known.statusCode ?? known.status,
    codes: [known.code, ...inner, known.rawType, known.name],
    requestId: known.requestId,
  };
}
