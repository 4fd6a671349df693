/** Google ignores dots in the part before the at sign. Elsewhere they make another mailbox, of another person. */
const DOTLESS = new Set(["gmail.com", "googlemail.com"]);

/**
 * The same for all spellings of an email address that reach one mailbox: `A.B+shop@Gmail.com` → `ab@gmail.com`. Stored beside
 * the address as typed, so that all messages of a person are found.
 */
export function addressKey(address: string): string {
  const typed = address.trim().normalize("NFKC").toLowerCase();
  const at = typed.lastIndexOf("@");
  if (at < 0) return typed;
  const domain = typed.slice(at + 1).replace(/\.$/, "");
  const mailbox = typed.slice(0, at).replace(/(?<=.)\+.*$/, "");
  return DOTLESS.has(domain) ? `${mailbox.replaceAll(".", "")}@gmail.com` : `${mailbox}@${domain}`;
}
