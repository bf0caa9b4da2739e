// Notes what the policy refused, from the first moment on.
self.violations = [];
addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) => {
  self.violations.push([effectiveDirective, blockedURI, sample].filter(Boolean).join(' '));
});
