import { POLL_HEADER } from '../access/poll.ts';

/** Path, below `/console`, of the time left of a session. */
export const TIME_PATH = '/account/time';

/** Time before the end of a session at which a page warns, milliseconds. */
const WARN_MS = 5 * 60 * 1000;
/**
 * Interval at which a page compares its clock and, once the time left is short, requests it from the gateway,
 * milliseconds: another tab may prolong the session.
 */
const LOOK_MS = 20_000;

/**
 * Script that warns before the session ends, and prolongs it by one press. A page first requests the time left, since
 * other tabs use the same session; this request does not prolong it. Follows {@link SCRIPT}, and uses its functions.
 */
export const SESSION_END_SCRIPT: string = `
const ending = document.createElement('dialog');
ending.className = 'card ending';
ending.setAttribute('role', 'alertdialog');
ending.setAttribute('aria-labelledby', 'ending-title');
ending.setAttribute('aria-describedby', 'ending-text');
ending.innerHTML = '<h2 id="ending-title"></h2><p id="ending-text"></p><p class="small" role="status"></p><button class="main" type="button"></button>';
const [endingTitle, endingText, endingFault, endingButton] = ending.children;
document.body.append(ending);

const clockTime = (at) => new Date(at).toLocaleTimeString(undefined, { timeStyle: 'short' });
const ENDINGS = {
  idle: (at) => ['You will be signed out soon', 'You have not used the console for a while. Your session ends at ' + clockTime(at) + '.', 'Stay signed in'],
  limit: (at) => ['You will be signed out soon', 'A session lasts at most twelve hours. Yours ends at ' + clockTime(at) + ': send what you are working on before then, or sign in again afterwards.', 'Continue'],
  over: () => ['Your session has ended', 'Sign in again to continue.', 'Sign in'],
};
let ends;
let warned;
let watching;
const timeOf = async (headers) => {
  const response = await fetch('/console${TIME_PATH}', { headers });
  if (response.status === 401) return { left: 0 };
  if (!response.ok) throw new Error(response.status);
  return response.json();
};
const leave = () => {
  keep(formsOf(document.querySelector('main')).filter(isTyped));
  location.replace(location.href.split('#')[0]);
};
const showEnd = ({ left, canStay }) => {
  ends = Date.now() + left;
  const kind = left <= 0 ? 'over' : left > ${WARN_MS} ? undefined : canStay ? 'idle' : 'limit';
  // A closed warning does not open again until the kind of end changes.
  if (kind === warned) return;
  warned = kind;
  if (!kind) return ending.close();
  // A page that refreshes itself is left once its session has ended.
  if (kind === 'over' && main) return leave();
  [endingTitle.textContent, endingText.textContent, endingButton.textContent] = ENDINGS[kind](ends);
  endingFault.textContent = '';
  if (!ending.open && !(kind === 'limit' && Date.now() < seenUntil())) ending.showModal();
};
// Nothing prolongs a session past its limit: it is warned of once, not on each page that is opened before.
const SEEN = 'console-end';
const seenUntil = () => {
  try {
    return sessionStorage.getItem(SEEN);
  } catch {
    return 0;
  }
};
ending.addEventListener('close', () => {
  if (warned !== 'limit') return;
  try {
    sessionStorage.setItem(SEEN, ends);
  } catch {
    // It is blocked: the next page warns again.
  }
});
const watch = async () => {
  clearTimeout(watching);
  if (warned === 'over') return;
  if (Date.now() >= ends - ${WARN_MS}) await timeOf({ '${POLL_HEADER}': '1' }).then(showEnd).catch(() => undefined);
  clearTimeout(watching);
  // Not once, when the time has come: while the computer sleeps, timers stand still.
  watching = setTimeout(watch, ${LOOK_MS});
};
endingButton.addEventListener('click', async () => {
  if (warned === 'over') return leave();
  if (warned === 'limit') return ending.close();
  endingFault.textContent = '';
  await timeOf({}).then(showEnd).catch(() => {
    endingFault.textContent = 'The console could not be reached. Try again.';
  });
});
const { minutes } = document.querySelector('main').dataset;
if (minutes) {
  ends = Date.now() + minutes * 60000;
  watch();
  for (const event of ['pageshow', 'visibilitychange']) addEventListener(event, watch);
}
`;
