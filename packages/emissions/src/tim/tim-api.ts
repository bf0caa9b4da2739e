/**
 * Google's Travel Impact Model API, `flights:computeFlightEmissions` of version 1, by its published description:
 * https://developers.google.com/travel/impact-model/docs/reference/rest/v1/flights/computeFlightEmissions
 */
import { readTimResponse, TimError, type TimFlight, type TimResponse } from './tim-response.ts';

/** Address of the API. */
export const TIM_URL = 'https://travelimpactmodel.googleapis.com';

/** Maximum number of flights in one request. */
export const MAX_FLIGHTS = 1000;

/** Maximum size of a response: 1000 flights take about half of it. */
const MAX_RESPONSE_BYTES = 2 * 1024 * 1024;

/** Returns the text of a body, which is read only to the maximum length of a response. */
async function textOf(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  const reader = response.body?.getReader();
  while (reader) {
    const { value, done } = await reader.read();
    if (done) break;
    bytes += value.length;
    if (bytes > MAX_RESPONSE_BYTES) {
      await reader.cancel();
      throw new TimError('the response is too long');
    }
    text += decoder.decode(value, { stream: true });
  }
  return text;
}

/**
 * Returns Google's one-word reason of a refused request, such as `PERMISSION_DENIED`; their sentence may hold anything.
 */
function reasonOf(text: string): string {
  try {
    const { error } = JSON.parse(text) as { error?: { status?: unknown } };
    return typeof error?.status === 'string' && /^[A-Z_]{1,40}$/.test(error.status) ? ` ${error.status}` : '';
  } catch {
    return '';
  }
}

/**
 * Returns the result of `work`, or rejects with the reason of `signal` once that is aborted, even if `work` ignores it.
 */
export function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    // A signal may outlive many calls.
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

/** Address, key and limits of a call of the API. */
export interface TimCall {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly fetch: typeof fetch;
  readonly signal: AbortSignal;
}

/**
 * Requests the figures of flights, at most {@link MAX_FLIGHTS}. The key travels in a header, never in the URL.
 * @throws TimError for every failure.
 */
export async function computeFlightEmissions(
  flights: readonly TimFlight[],
  call: TimCall,
): Promise<TimResponse> {
  try {
    return await unlessAborted(call.signal, requestEmissions(flights, call));
  } catch (error) {
    if (error instanceof TimError) throw error;
    if (call.signal.aborted)
      throw new TimError('Travel Impact Model API: no response in time', { cause: error });
    throw new TimError('Travel Impact Model API: no valid response', { cause: error });
  }
}

async function requestEmissions(flights: readonly TimFlight[], call: TimCall): Promise<TimResponse> {
  // Called as a plain function: Workers and browsers refuse a `fetch` called as a method of another object.
  const { baseUrl, apiKey, signal, fetch } = call;
  const response = await fetch(new URL('./v1/flights:computeFlightEmissions', baseUrl.replace(/\/*$/, '/')), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-goog-api-key': apiKey },
    body: JSON.stringify({ flights }),
    // Refused by its status: Workers do not know `error`.
    redirect: 'manual',
    signal,
  });
  const text = await textOf(response);
  const { status } = response;
  if (!response.ok) throw new TimError(`Travel Impact Model API: ${status}${reasonOf(text)}`, { status });
  return readTimResponse(JSON.parse(text));
}
