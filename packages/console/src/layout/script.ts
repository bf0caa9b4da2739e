import { POLL_HEADER } from '../access/poll.ts';
import { ONCE_FIELD } from '../http/once.ts';

/**
 * Script of the pages: times on the reader's clock, buttons that copy, buttons that act once, forms that keep their
 * text when the person goes back and through a sign-in, a notice if the browser blocks cookies, and a page that
 * refreshes itself while something on it is in progress. Without scripts everything still works.
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
    button.setAttribute('aria-label', 'Copy ' + one.dataset.copy);
    // Stated beside the button: not every screen reader says that its own text has changed.
    const status = document.createElement('span');
    status.className = 'small soft';
    status.setAttribute('role', 'status');
    button.addEventListener('click', async () => {
      status.textContent = '';
      try {
        await navigator.clipboard.writeText(one.textContent.trim());
        status.textContent = 'Copied';
      } catch {
        // Over plain HTTP there is no clipboard, and a browser may refuse it: the text is selected, for the keyboard to copy.
        getSelection().selectAllChildren(one);
        status.textContent = 'Selected';
      }
    });
    one.after(' ', button, ' ', status);
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

// A browser that blocks cookies returns to the sign-in page without a word, and a link is used up by then.
const signIn = document.querySelector('.gate form, .gate [href*="/sign-in/provider"]');
if (signIn && !navigator.cookieEnabled) {
  const notice = document.createElement('p');
  notice.className = 'notice bad';
  notice.textContent = 'Signing in needs a cookie, and this browser blocks cookies. Allow them for this site, and load this page again.';
  signIn.before(notice);
}

// A result is stated once: not again after a reload, nor on going back from a form that was refused.
const here = new URL(location.href);
const isDone = here.searchParams.has('done');
here.searchParams.delete('done');
if (isDone) history.replaceState(history.state, '', here);

// The visible fields that a person changed in a form, by its action. When they are filled in again, other fields keep
// their current values: changes that a colleague saved meanwhile stay.
const isChanged = ({ type, checked, defaultChecked, value, defaultValue }) =>
  type === 'radio' ? checked && !defaultChecked : value !== defaultValue;
const typedIn = (form) => [
  form.getAttribute('action'),
  [...form.elements]
    .filter((one) => one.name && !/^(?:hidden|submit)$/.test(one.type) && isChanged(one))
    .map(({ name, value }) => [name, value]),
];
const isTyped = (form) => typedIn(form)[1].length > 0;
const formsOf = (part) => [...part.querySelectorAll('form')];
const fill = ([action, fields]) => {
  for (const form of formsOf(document.querySelector('main'))) {
    if (form.getAttribute('action') !== action || fields.some(([name]) => !form.elements[name])) continue;
    for (const [name, value] of fields) form.elements[name].value = value;
  }
};

// A form that is sent after the session has ended leads to a sign-in, and from there back to its page. Its text is kept
// in this tab until then: for the same person only, and until another page of the console is shown.
const KEPT = 'console-form';
const keep = (forms) => {
  const { person } = document.querySelector('main').dataset;
  const kept = JSON.stringify({ person, path: location.pathname, forms: forms.map(typedIn) });
  try {
    sessionStorage.setItem(KEPT, kept);
  } catch {
    // The storage is blocked or full: the text is lost, but the page is still left.
  }
};
const restore = () => {
  const page = document.querySelector('main[data-person]');
  // On a sign-in page, or a page that reports a refusal, the form is still to come.
  if (!page || page.querySelector('[role=alert]')) return;
  const kept = JSON.parse(sessionStorage.getItem(KEPT));
  sessionStorage.removeItem(KEPT);
  const isSame = kept?.person === page.dataset.person && kept.path === location.pathname;
  if (isSame && !isDone) kept.forms.forEach(fill);
};

// A second press during the first request would discard its response, such as a sign-in or a new key. After ten seconds,
// or on return to the page, it is a new attempt.
let sent;
addEventListener('submit', (event) => {
  const form = event.target;
  const isPages = form.closest('main[data-person]');
  if (form.method !== 'post') return isPages && keep([form]);
  if (form === sent) return event.preventDefault();
  sent = form;
  setTimeout(() => { if (sent === form) sent = undefined; }, 10000);
  if (isPages) keep([form]);
  else if (form.closest('.top')) sessionStorage.removeItem(KEPT);
});
addEventListener('pageshow', () => {
  sent = undefined;
  restore();
});

// Content of a page as the server rendered it, without fields and notices that differ each time.
const contentOf = (one) => {
  const copy = one.cloneNode(true);
  for (const field of copy.querySelectorAll('[name=${ONCE_FIELD}], .notice')) field.remove();
  return copy.innerHTML;
};
let main = document.querySelector('main[data-refresh=soon]');
let shown = main && contentOf(main);
// A person who is filling in a form, has just sent one, or reads opened details is not disturbed.
const isBusy = () =>
  sent || ending.open || main.contains(document.activeElement) || main.querySelector('details[open]') || document.hidden;
const refresh = async () => {
  const response = await fetch(location.href, { headers: { '${POLL_HEADER}': '1' } });
  // The session has ended, or its person may not see this page: its content must not stay.
  const typed = () => formsOf(main).filter(isTyped);
  if ([401, 403, 404].includes(response.status)) {
    keep(typed());
    return location.reload();
  }
  if (!response.ok || response.redirected) return;
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const fresh = page.querySelector('main[data-refresh]');
  if (!fresh || isBusy()) return;
  // Another tab has signed in as another person: this page still names the previous one.
  if (fresh.dataset.person !== main.dataset.person) return location.reload();
  if (contentOf(fresh) === shown) return;
  shown = contentOf(fresh);
  const kept = typed().map(typedIn);
  main.replaceWith(fresh);
  main = fresh;
  kept.forEach(fill);
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
