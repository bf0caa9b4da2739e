// Fetches an element when it comes near the window: a page pays for it only when a traveller gets there.
const seen = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries)
      if (isIntersecting) {
        seen.unobserve(target);
        import(`./${target.localName}.js`);
      }
  },
  { rootMargin: '50%' },
);
for (const element of document.querySelectorAll('flight-emissions,flight-offset-widget,offset-status'))
  seen.observe(element);

export {};
