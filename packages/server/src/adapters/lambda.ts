import { Buffer } from 'node:buffer';
import { CheckoutError } from '../checkout-error.ts';
import type { OffsetHandler } from '../handler.ts';
import { respond } from '../http/respond.ts';
import { webRequest } from '../http/web-request.ts';

type Values = Readonly<Record<string, string | undefined>> | null | undefined;
type MultiValues = Readonly<Record<string, readonly string[] | undefined>> | null | undefined;

/** The used parts of an event: API Gateway (both payload formats), function URLs, load balancers. */
export interface LambdaEvent {
  readonly headers?: Values;
  readonly multiValueHeaders?: MultiValues;
  /** Payload format 2.0, function URLs: `name=value`, which are in no header. */
  readonly cookies?: readonly string[] | null | undefined;
  readonly body?: string | null | undefined;
  readonly isBase64Encoded?: boolean;
  /** Payload format 2.0, function URLs. */
  readonly rawPath?: string;
  readonly rawQueryString?: string;
  /** Payload format 1.0, load balancers. */
  readonly path?: string;
  readonly httpMethod?: string;
  readonly queryStringParameters?: Values;
  readonly multiValueQueryStringParameters?: MultiValues;
  readonly requestContext?: {
    readonly domainName?: string | undefined;
    /** Set in events of a load balancer. */
    readonly elb?: unknown;
    readonly http?: { readonly method?: string };
  };
}

/** A response for Lambda. */
export interface LambdaResult {
  readonly statusCode: number;
  readonly headers?: Record<string, string>;
  readonly multiValueHeaders?: Record<string, string[]>;
  readonly body: string;
  readonly isBase64Encoded: false;
}

/**
 * Serves a handler from AWS Lambda. Bodies arrive whole, so the raw bytes are those of the event.
 * @example export const handler = toLambdaHandler(createOffsetHandler(options));
 */
export function toLambdaHandler(handler: OffsetHandler): (event: LambdaEvent) => Promise<LambdaResult> {
  return async (event) => {
    const response = await respond(() => handler(toRequest(event)));
    const headers = Object.fromEntries(response.headers);
    const result = {
      statusCode: response.status,
      body: await response.text(),
      isBase64Encoded: false,
    } as const;
    // A load balancer that sends lists of values expects lists in the response.
    return event?.requestContext?.elb && event.multiValueHeaders
      ? {
          ...result,
          multiValueHeaders: Object.fromEntries(
            Object.entries(headers).map(([name, value]) => [name, [value]]),
          ),
        }
      : { ...result, headers };
  };
}

/** @throws CheckoutError `bad_request` for an event that is not a request: functions can be invoked with anything. */
function toRequest(event: LambdaEvent): Request {
  try {
    const headers = pairs(event.multiValueHeaders, event.headers);
    if (event.cookies && event.cookies.length > 0) headers.push(['cookie', event.cookies.join('; ')]);
    const hosts = headers.filter(([name]) => name.toLowerCase() === 'host');
    const method = event.requestContext?.http?.method ?? event.httpMethod ?? 'GET';
    // Only escapes what an event holds unescaped.
    const url = new URL('https://localhost');
    url.pathname = event.rawPath ?? event.path ?? '/';
    url.search = event.rawQueryString ?? queryOf(event);
    return webRequest({
      method,
      scheme: 'https',
      host: hosts[0]?.[1] ?? event.requestContext?.domainName ?? 'localhost',
      target: url.pathname + url.search,
      headers,
      body: typeof event.body === 'string' ? bytesOf(event) : null,
    });
  } catch (cause) {
    if (cause instanceof CheckoutError) throw cause;
    throw new CheckoutError('bad_request', 'The event is not an HTTP request.', { cause });
  }
}

/** API Gateway decodes query parameters, a load balancer does not. */
function queryOf(event: LambdaEvent): string {
  const parameters = pairs(event.multiValueQueryStringParameters, event.queryStringParameters);
  return event.requestContext?.elb
    ? parameters.map(([name, value]) => `${name}=${value}`).join('&')
    : new URLSearchParams(parameters).toString();
}

/** An event with lists names each header and parameter twice: the lists hold all of them. */
function pairs(lists: MultiValues, single: Values): [string, string][] {
  if (lists && Object.keys(lists).length > 0) {
    return Object.entries(lists).flatMap(([name, values = []]) =>
      values.map((value): [string, string] => [name, value]),
    );
  }
  return Object.entries(single ?? {}).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as [string, string]],
  );
}

function bytesOf({ body, isBase64Encoded }: LambdaEvent): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8'));
}
