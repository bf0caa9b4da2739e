import { isLoopbackHost } from '@flight-offset/core';

/** Parses a URL; undefined if the text is not a URL. */
export function readAddress(text: string | undefined | null): URL | undefined {
  try {
    return text ? new URL(text) : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a URL is safe to send a traveller to: https, or plain http on this machine. */
export function isSafeAddress({ protocol, hostname, username, password }: URL): boolean {
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname));
}

/** Reads a URL that travellers may be sent to: safe, and of one of these origins. @param origins `*` for any. */
export function readAllowedAddress(text: string | undefined, origins: readonly string[]): URL | undefined {
  const url = readAddress(text);
  if (!url || !isSafeAddress(url)) return undefined;
  return origins.includes('*') || origins.includes(url.origin) ? url : undefined;
}

/** @throws TypeError that names the option, if it is set and not an absolute URL. */
export function requireAddress(option: string, value: string | undefined): void {
  if (value !== undefined && !/^https?:$/.test(readAddress(value)?.protocol ?? '')) {
    throw new TypeError(`${option} must be an absolute URL such as https://shop.example/offset`);
  }
}
