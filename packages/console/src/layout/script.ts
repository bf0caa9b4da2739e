import { POLL_HEADER } from '../access/poll.ts';
import { ONCE_FIELD } from '../http/once.ts';

/**
 * What the pages gain where scripts run: times on the reader's clock, buttons which copy, buttons which do their work
 * once, a way back to a form that keeps its text, and a page that refreshes itself while something in it is under way.
 * Without scripts everything still works.
 */
export const SCRIPT: string = `
const enhance = (part) => {
  for (const one of part.querySelectorAll('time[datetime]')) {
    one.title = new Date(one.dateTime).toLocaleString(undefined, { dateStyle: 'full', timeStyle: 'long' });
  }
  for (const one of part.querySelectorAll('[data-copy]')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'link small';
    button.textContent = 'Copy';
    button.addEventListener('click', async () => {
      // Over plain HTTP there is no clipboard: the text is selected, for the keyboard to copy.
      if (!navigator.clipboard) return getSelection().selectAllChildren(one);
      await navigator.clipboard.writeText(one.textContent.trim());
      button.textContent = 'Copied';
    });
    one.after(' ', button);
  }
  // Going back keeps what was typed into the form; a new request for its page would empty it.
  for (const one of part.querySelectorAll('[data-back]')) {
    one.addEventListener('click', (event) => {
      if (history.length < 2) return;
      event.preventDefault();
      history.back();
    });
  }
};

// A second press while the first is under way would take its response away: a sign-in, a new key. After ten seconds, or
// back at the page, it is a new attempt.
let sent;
addEventListener('submit', (event) => {
  const form = event.target;
  if (form.method !== 'post') return;
  if (form === sent) return event.preventDefault();
  sent = form;
  setTimeout(() => { if (sent === form) sent = undefined; }, 10000);
});
addEventListener('pageshow', () => { sent = undefined; });

// What a page shows: without what the pages add to it here, and without what is another one in each rendering.
const contentOf = (one) => {
  const copy = one.cloneNode(true);
  for (const field of copy.querySelectorAll('[name=${ONCE_FIELD}]')) field.remove();
  return copy.innerHTML;
};
let main = document.querySelector('main[data-refresh=soon]');
let shown = main && contentOf(main);
// Whoever fills in a form or has just sent one, or reads something opened, is not disturbed.
const isBusy = () =>
  sent || main.contains(document.activeElement) || main.querySelector('details[open]') || document.hidden;
const refresh = async () => {
  const response = await fetch(location.href, { headers: { '${POLL_HEADER}': '1' } });
  // The session has ended, and what is here is for nobody's eyes.
  if (response.status === 401) return location.reload();
  if (!response.ok || response.redirected) return;
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const fresh = page.querySelector('main[data-refresh]');
  if (!fresh || contentOf(fresh) === shown || isBusy()) return;
  shown = contentOf(fresh);
  main.replaceWith(fresh);
  main = fresh;
  document.title = page.title;
  enhance(main);
};
const poll = async () => {
  if (!isBusy()) await refresh().catch(() => undefined);
  if (main.dataset.refresh === 'soon') setTimeout(poll, 5000);
};
if (main) setTimeout(poll, 5000);
enhance(document);
`;
