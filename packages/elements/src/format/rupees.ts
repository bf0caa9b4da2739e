/** An amount in INR, which is what the service counts in. */
export function formatRupees(amount: number, locale: string): string {
  return amount.toLocaleString(locale, { style: 'currency', currency: 'INR' });
}
