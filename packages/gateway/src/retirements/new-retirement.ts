import { createHash } from 'node:crypto';
import { isDay } from '@flight-offset/core';
import { MAX_NAMED, MAX_URL_LENGTH, type SerialRange, serialCount } from '@flight-offset/core/retirement';
import { counted } from '../counted.ts';
import { uriOf } from '../projects/uri.ts';
import { HOUR_MS } from '../time-span.ts';
import { readPasted } from './written-serials.ts';

/** A retirement that the operator made at the registry. */
export interface NewRetirement {
  /** Identifier of the project in the catalogue. */
  readonly project: string;
  readonly tonnes: number;
  readonly serials: readonly SerialRange[];
  /** Date at the registry, `2026-03-31`. */
  readonly retiredOn: string;
  /** The retirement in the registry's public records. */
  readonly url: string;
  /** The registry's certificate, a PDF. */
  readonly certificate?: Uint8Array;
}

/** A retirement that cannot be recorded. Nothing was stored. */
export class RetirementError extends Error {
  override readonly name = 'RetirementError';
  readonly code = 'retirement_refused';

  constructor(problem: string) {
    super(`Nothing was recorded: ${problem}`);
  }
}

/** The first day from which an import accepts credits. */
const EARLIEST = '1990-01-01';

/** Maximum size of a certificate, bytes. */
const MAX_CERTIFICATE_BYTES = 5_000_000;

/**
 * Creates the error for a text that cannot be read.
 * @param rule what the text must be, worded to follow the name of the field.
 */
type FaultOf = (rule: string) => Error;

/** Reads tonnes as a person wrote them. */
export function readTonnes(text: string, faultOf: FaultOf): number {
  if (!/^\d{1,10}$/.test(text)) throw faultOf('must be a whole number');
  return Number(text);
}

/** Reads ranges of serial numbers as a person wrote them, separated by commas. */
export function readSerials(text: string, faultOf: FaultOf): SerialRange[] {
  return text.split(',').map((part) => {
    const range = readPasted(part);
    if (range) return range;
    throw faultOf(
      `must be a range as Verra, Gold Standard, ACR or CAR writes it, or FROM..TO, two that differ in one number of at most 16 digits, the lower one first; not ${part.trim() || 'an empty text'}`,
    );
  });
}

/** @throws RetirementError if no registry can have made the retirement. @param now milliseconds since 1970. */
export function checkWritten(
  { tonnes, serials, retiredOn, url, certificate }: NewRetirement,
  now: number,
): void {
  if (!Number.isSafeInteger(tonnes) || tonnes < 1 || tonnes > 1e9) {
    throw new RetirementError(`tonnes must be a whole number from 1 to 1000000000, not ${tonnes}`);
  }
  const credits = serials.reduce((sum, range) => sum + serialCount(range), 0);
  if (credits !== tonnes) {
    throw new RetirementError(
      `${counted(credits, 'serial number')} for ${tonnes} t; a registry retires one per tonne`,
    );
  }
  if (serials.length > MAX_NAMED) {
    throw new RetirementError(
      `${serials.length} ranges of serial numbers; record them as several retirements of at most ${MAX_NAMED} each`,
    );
  }
  if (!isDay(retiredOn)) {
    throw new RetirementError(`the date must be one such as 2026-03-31, not ${retiredOn || 'an empty text'}`);
  }
  // A two-digit year, which a date field accepts, would be published for good.
  if (retiredOn < EARLIEST)
    throw new RetirementError(`the date ${retiredOn} is before there were carbon credits`);
  if (isFutureDay(retiredOn, now)) throw new RetirementError(`the date ${retiredOn} is in the future`);
  // URL also accepts https:registry.example, but no batch could be published with it.
  if (!URL.canParse(url) || !/^https:\/\//i.test(url)) {
    throw new RetirementError('the URL must be an https address of the registry');
  }
  if (uriOf(url).length > MAX_URL_LENGTH)
    throw new RetirementError(`the URL is longer than ${MAX_URL_LENGTH} characters`);
  if (certificate && certificate.length > MAX_CERTIFICATE_BYTES) {
    throw new RetirementError(`the certificate is larger than ${MAX_CERTIFICATE_BYTES} bytes`);
  }
  if (certificate && Buffer.from(certificate.subarray(0, 5)).toString('latin1') !== '%PDF-') {
    throw new RetirementError('the certificate must be a PDF');
  }
}

/** Returns a certificate as it is stored: the hash that batches name, and the file. */
export function certificateColumns(certificate: Uint8Array) {
  return {
    certificate_sha256: createHash('sha256').update(certificate).digest('base64url'),
    certificate: Buffer.from(certificate).toString('base64'),
  };
}

/** How far ahead of UTC a day begins in the earliest time zone, such as Kiribati: UTC+14. */
const EARLIEST_ZONE_MS = 14 * HOUR_MS;

/** Whether a day lies in the future in every time zone. @param now milliseconds since 1970. */
export function isFutureDay(day: string, now: number): boolean {
  return Date.parse(day) > now + EARLIEST_ZONE_MS;
}
