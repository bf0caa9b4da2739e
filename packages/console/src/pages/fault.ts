import { type Content, html } from '../http/html.ts';
import { gatePage } from '../layout/page.ts';
import { linkToForm, pathBefore } from './problem.ts';

/** Why the gateway could not respond to a request. */
export interface Fault {
  /** Of the response; 503 where the gateway cannot reach its data. */
  readonly status: number;
  /** What the caller did wrong; shown below 500 only. */
  readonly message: string;
  /** Under which the gateway's log has the cause. */
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
 * The page for a request that failed outside of the console: without it a browser would show the JSON that programs
 * get. It does not read the database, so it shows nobody's name.
 * @param origin of the gateway, as browsers see it.
 */
export async function faultPage(request: Request, origin: string, fault: Fault): Promise<Response> {
  const isForm = request.method === 'POST';
  const [title, subtitle] = wordsOf(isForm, fault);
  const { pathname, search } = new URL(request.url);
  const before = isForm ? pathBefore(request, origin) : pathname + search;
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
