/**
 * Announces what VitePress only shows: that another page is open, that code was copied, that a search found nothing,
 * which section a button of the sidebar opens, and where the focus was.
 */
const SEARCH = '.VPLocalSearchBox';
const COPIED = 'button.copy.copied';

/** The focused element before the search opened. */
let opener: HTMLElement | undefined;

/** Names the buttons that share one name, and makes the search a dialog: VitePress gives it the role of a button. */
function nameParts(): void {
  for (const caret of document.querySelectorAll('.VPSidebarItem [aria-label="toggle section"]'))
    caret.setAttribute('aria-label', caret.parentElement?.textContent?.trim() ?? '');
  const keys = document.querySelector('.VPNavBarSearch [aria-keyshortcuts]');
  keys?.setAttribute('aria-keyshortcuts', 'Control+K Meta+K');
  const search = document.querySelector(`${SEARCH}[role="button"]`);
  search?.setAttribute('role', 'dialog');
  search?.setAttribute('aria-modal', 'true');
  // The label of the field, the results and the dialog has a title and no text.
  search?.querySelector('#localsearch-label')?.setAttribute('aria-label', 'Search');
  for (const name of ['aria-expanded', 'aria-haspopup']) search?.removeAttribute(name);
}

/** Keeps the focus on a button that has copied, and returns it to the opener of the search. */
function keepFocus(): void {
  const copied = document.querySelector<HTMLElement>(`${COPIED}:focus-visible`);
  // VitePress blurs it two seconds later.
  if (copied) copied.blur = () => undefined;
  if (!opener || document.querySelector(SEARCH)) return;
  if (document.activeElement === document.body) opener.focus();
  opener = undefined;
}

/** Announces each change once, in a live region that exists before the change is on the screen; in browsers only. */
export function announce(): void {
  const status = document.createElement('div');
  status.className = 'visually-hidden';
  status.setAttribute('role', 'status');
  // In a block, which screen readers find when they read by lines.
  const line = status.appendChild(document.createElement('p'));
  document.body.append(status);
  let { title } = document;
  let opened = '';
  const update = (): void => {
    nameParts();
    keepFocus();
    // The first title is that of the initial page, which is read anyway.
    if (title !== '' && document.title !== title) opened = document.title;
    title = document.title;
    const found = document.querySelector(`${SEARCH} .no-results`) && 'No results';
    const text = found ?? (document.querySelector(COPIED) && 'Copied');
    if (text !== null) opened = '';
    if (line.textContent !== (text ?? opened)) line.textContent = text ?? opened;
  };
  new MutationObserver(update).observe(document.documentElement, {
    childList: true,
    subtree: true,
    characterData: true,
    attributeFilter: ['class'],
  });
  document.addEventListener('focusin', ({ target, relatedTarget }) => {
    if (!(target instanceof Element && relatedTarget instanceof HTMLElement)) return;
    if (target.closest(SEARCH) && !relatedTarget.closest(SEARCH)) opener = relatedTarget;
  });
  update();
}
