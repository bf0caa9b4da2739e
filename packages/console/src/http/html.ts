import { html } from 'hono/html';

/** A piece of HTML in which every value is escaped. */
export type Html = ReturnType<typeof html>;

/** What may stand inside of HTML. */
export type Content = Html | Promise<Html> | string;

export { html };
