import { createHmac } from 'node:crypto';
import { request } from 'node:http';

/** A merchant on whose behalf the load sends requests. */
export interface Merchant {
  readonly id: string;
  readonly apiKey: string;
  readonly secret: string;
  readonly webhookSecret: string;
}

/** A complete response. */
export interface CallResponse {
  readonly status: number;
  readonly text: string;
  /** Target of a redirect. */
  readonly location: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: whatever came; what matters is judged by the checker
  readonly json: any;
}

/** One request, over its own connection, so that each meets the proxy's faults separately. */
export interface Call {
  readonly port: number;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  readonly timeoutMs?: number;
}

/** Sends a request. @returns undefined if no complete response arrived: the request may have been processed. */
export function call(options: Call): Promise<CallResponse | undefined> {
  const { port, method, path, headers = {}, body, timeoutMs = 15_000 } = options;
  return new Promise((resolve) => {
    const outgoing = request(
      { host: '127.0.0.1', port, method, path, agent: false, signal: AbortSignal.timeout(timeoutMs) },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('error', () => resolve(undefined));
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('close', () => {
          if (!response.complete) return resolve(undefined);
          const text = Buffer.concat(chunks).toString('utf8');
          let json: unknown;
          try {
            json = JSON.parse(text);
          } catch {
            json = undefined;
          }
          const { location } = response.headers;
          resolve({ status: response.statusCode ?? 0, text, location, json });
        });
      },
    );
    outgoing.on('error', () => resolve(undefined));
    for (const [name, value] of Object.entries(headers)) outgoing.setHeader(name, value);
    if (body !== undefined) outgoing.setHeader('content-length', Buffer.byteLength(body));
    outgoing.end(body);
  });
}

/** Returns the headers of a signed call. */
export function signed({ apiKey, secret }: Merchant, body: string): Record<string, string> {
  return {
    'content-type': 'application/json',
    'x-api-key': apiKey,
    'x-body-signature': createHmac('sha256', secret).update(body).digest('hex'),
  };
}
