// Loads an element when it is near the viewport: a page loads it only for travellers who get there.
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
