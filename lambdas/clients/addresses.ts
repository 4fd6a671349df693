/**
 * An address as a client's messages may have come from it: a visitor types it in any case, a phone's keyboard begins with
 * a capital, and it is stored as it was typed.
 */
export function addressesOf(email: string): string[] {
  const lower = email.toLowerCase();
  return [...new Set([email, lower, lower.slice(0, 1).toUpperCase() + lower.slice(1)])].filter(Boolean);
}
