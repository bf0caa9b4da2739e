/** Who sells, and where a merchant's legal pages are. */
export function legalPages(): string[] {
  return ['seller', 'imprint_url', 'terms_url', 'privacy_url', 'accessibility_url', 'withdrawal_url'].map(
    (column) => `alter table merchants add column ${column} text`,
  );
}
