import { type Html, html } from '../http/html.ts';

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
const minute = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
const second = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'medium',
  timeZone: 'UTC',
});

/** Formats a day, UTC: 22 Nov 2026. */
export function formatDay(at: number): string {
  return day.format(at);
}

/** Formats a moment in UTC as plain text: 22 Nov 2026, 10:00 UTC. */
export function formatTime(at: number): string {
  return `${minute.format(at)} UTC`;
}

/** A moment in UTC; the script of the pages adds the time on the reader's clock. @param precise to the second. */
export function time(at: number, precise = false): Html | Promise<Html> {
  const [date = '', clock = ''] = (precise ? second : minute).format(at).split(', ');
  // In a narrow column it breaks between its two parts only.
  return html`<time datetime="${new Date(at).toISOString()}"><span>${date},</span> <span>${clock} UTC</span></time>`;
}

/** Formats a rough duration: "5 min". */
export function formatDuration(ms: number): string {
  const minutes = Math.round(Math.abs(ms) / 60_000);
  if (minutes < 1) return `${Math.round(Math.abs(ms) / 1000)} s`;
  if (minutes < 120) return `${minutes} min`;
  const hours = Math.round(minutes / 60);
  return hours < 72 ? `${hours} h` : `${Math.round(hours / 24)} days`;
}
