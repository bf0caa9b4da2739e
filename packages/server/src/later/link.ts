import {
  type Flight,
  parse,
  type QuoteRequest,
  quoteRequestSchema,
  referenceSchema,
} from '@flight-offset/core';
import { toBase64Url } from '@flight-offset/core/server';
import { renderSVG } from 'uqr';
import * as z from 'zod';
import { readAllowedAddress } from '../address.ts';
import { CheckoutError, toCheckoutError } from '../checkout-error.ts';
import { sha256 } from '../digest.ts';
import { readInput } from '../input.ts';
import { readItinerary } from '../itinerary.ts';
import type { Offset } from '../offset.ts';

/** Input of a link to contribute later: the itinerary as for a quote, and its booking. */
export interface ContributeLater extends QuoteRequest {
  /** Public URL at which the handler is mounted: `https://air.example/offset`. */
  readonly handlerUrl: string;
  /** The merchant's own reference of the booking. */
  readonly reference: string;
  /** Time at which the link stops working; at most a year ahead. */
  readonly expiresAt: Date;
  /** Return URL of the payment page. Default: the option `returnUrl`. */
  readonly returnUrl?: string;
}

const YEAR_MS = 366 * 86_400_000;
const address = z
  .string()
  .refine(
    (text) => readAllowedAddress(text, ['*']) !== undefined,
    'must be an https URL such as https://air.example/offset; http is accepted for this machine, such as http://localhost:3000/offset',
  );
const inputSchema = z.object({
  handlerUrl: address,
  reference: referenceSchema,
  expiresAt: z.date('must be a Date'),
  returnUrl: address.optional(),
});

/**
 * Creates a link for the itinerary e-mail: it opens a page of the handler with the current offer, where the traveller
 * may contribute for an existing booking. It is sealed: nobody can read or change it. A booking gets at most one order
 * through its links, however many there are and however often they are opened.
 * @example
 * const link = await contributeLaterLink(offset, {
 *   handlerUrl: 'https://air.example/offset', flights, passengers: 2, reference: booking.id, expiresAt: departure,
 * });
 * @throws CheckoutError `bad_request` with the invalid field.
 */
export async function contributeLaterLink(offset: Offset, input: ContributeLater): Promise<string> {
  try {
    const { handlerUrl, reference, expiresAt, returnUrl } = readInput(inputSchema, input);
    const ahead = expiresAt.getTime() - offset.now();
    if (!(ahead > 0 && ahead <= YEAR_MS)) {
      const message = 'expiresAt must be in the future, at most a year ahead';
      throw new CheckoutError('bad_request', message, { field: 'expiresAt' });
    }
    const { legs } = readItinerary(input);
    const token = await offset.laterSeal.seal({
      q: await linkId(reference, legs),
      x: Math.floor(expiresAt.getTime() / 1000),
      r: reference,
      i: parse(quoteRequestSchema, input),
      ...(returnUrl !== undefined && { u: returnUrl }),
    });
    return `${handlerUrl.replace(/\/$/, '')}/later/${token}`;
  } catch (error) {
    throw toCheckoutError(error);
  }
}

/**
 * Renders a link as a QR code, for a printed itinerary: an SVG document.
 * @throws RangeError if the link is too long for a code.
 * @example
 * const svg = contributeLaterQr(await contributeLaterLink(offset, booking));
 */
export function contributeLaterQr(link: string): string {
  try {
    return renderSVG(link, { ecc: 'L', border: 4 });
  } catch (cause) {
    throw new RangeError(`the link has ${link.length} characters, too many for a QR code`, { cause });
  }
}

/** Derives the same id for every link of one booking and itinerary, so that all of them share one order. */
async function linkId(reference: string, legs: readonly Flight[]): Promise<string> {
  const content = JSON.stringify(['flight-offset later', reference, legs]);
  return `later-${toBase64Url(await sha256(content))}`;
}
