import { html } from 'hono/html';

/** A piece of HTML in which every value is escaped. */
export type Html = ReturnType<typeof html>;

/** Content that may be placed in HTML. */
export type Content = Html | Promise<Html> | string;

export { html };
