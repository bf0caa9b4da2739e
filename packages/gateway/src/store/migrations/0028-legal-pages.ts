/** The seller, and the URLs of a merchant's legal pages. */
export function legalPages(): string[] {
  return ['seller', 'imprint_url', 'terms_url', 'privacy_url', 'accessibility_url', 'withdrawal_url'].map(
    (column) => `alter table merchants add column ${column} text`,
  );
}
