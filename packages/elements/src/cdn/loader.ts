// Loads an element when it is near the viewport: a page loads it only for travellers who get there. A script that fails
// to load is requested again later, by another URL: Chromium does not request a failed URL again.
for (const element of document.querySelectorAll('flight-emissions,flight-offset-widget,offset-status')) {
  let again = '';
  const near = new IntersectionObserver(
    (entries) => {
      if (entries.at(-1)?.isIntersecting) {
        near.disconnect();
        import(`./${element.localName}.js${again}`).catch(() => {
          again += '?';
          setTimeout(() => near.observe(element), 5e3);
        });
      }
    },
    { rootMargin: '50%' },
  );
  near.observe(element);
}

export {};
