import { type Content, html } from '../http/html.ts';
import { gatePage } from '../layout/page.ts';
import { linkToForm, referrerPath } from './problem.ts';

/** Reason why the gateway could not respond to a request. */
export interface Fault {
  /** Status of the response; 503 if the gateway cannot reach its data. */
  readonly status: number;
  /** The caller's mistake; shown below 500 only. */
  readonly message: string;
  /** Id of the request in the gateway's log, with the cause. */
  readonly requestId: string;
}

function wordsOf(isForm: boolean, { status, message }: Fault): readonly [title: string, detail: string] {
  if (status < 500) return ['Request refused', message];
  const title = status === 503 ? 'Temporarily unavailable' : 'Something went wrong';
  const cause =
    status === 503 ? 'The gateway cannot reach its data right now.' : 'This is an error in the gateway.';
  const next = isForm
    ? 'Your form may or may not have taken effect: check before you send it again.'
    : 'Try again in a few seconds.';
  return [title, `${cause} ${next}`];
}

/**
 * Renders the page for a request that failed outside of the console: a browser would otherwise show JSON. It does not
 * read the database, so it shows no name.
 * @param origin of the gateway, as browsers see it.
 */
export async function faultPage(request: Request, origin: string, fault: Fault): Promise<Response> {
  const isForm = request.method === 'POST';
  const [title, subtitle] = wordsOf(isForm, fault);
  const { pathname, search } = new URL(request.url);
  const before = isForm ? referrerPath(request, origin) : pathname + search;
  const back = html`<a href="/console">Back to the console</a>`;
  const again = (path: string): Content =>
    isForm ? linkToForm(path) : html`<a href="${path}">Try again</a>`;
  const way = before === undefined ? back : again(before);
  const number =
    fault.status < 500
      ? ''
      : html`<p class="small soft">Request id, for whoever runs the gateway: <code>${fault.requestId}</code></p>`;
  return gatePage({ title, subtitle, content: html`<p>${way}</p>${number}`, status: fault.status });
}
