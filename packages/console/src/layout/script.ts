/**
 * What the pages gain where scripts run: times on the reader's clock, buttons which copy, and a page that refreshes
 * itself while something in it is under way. Without scripts everything still works.
 */
export const SCRIPT = `
for (const one of document.querySelectorAll('time[datetime]')) {
  one.title = new Date(one.dateTime).toLocaleString(undefined, { dateStyle: 'full', timeStyle: 'long' });
}
for (const one of document.querySelectorAll('[data-copy]')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'link small';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(one.textContent.trim());
    button.textContent = 'Copied';
  });
  one.after(' ', button);
}
const main = document.querySelector('main[data-refresh]');
const refresh = async () => {
  // Whoever fills in a form, or reads something opened, is not disturbed.
  const busy = main.contains(document.activeElement) || main.querySelector('details[open]') || document.hidden;
  if (!busy) {
    const response = await fetch(location.href).catch(() => undefined);
    if (response?.ok && !response.redirected) {
      const page = new DOMParser().parseFromString(await response.text(), 'text/html');
      const fresh = page.querySelector('main');
      if (fresh && fresh.innerHTML !== main.innerHTML) return location.reload();
    }
  }
  setTimeout(refresh, 5000);
};
if (main && main.dataset.refresh === 'soon') setTimeout(refresh, 5000);
`;
