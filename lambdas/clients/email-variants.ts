/**
 * The spellings in which a client's messages may have their email address. They are stored as typed, and a phone's
 * keyboard capitalizes the first letter.
 */
export function emailVariants(email: string): string[] {
  const lower = email.toLowerCase();
  return [...new Set([email, lower, lower.slice(0, 1).toUpperCase() + lower.slice(1)])].filter(Boolean);
}
