import { domainToASCII } from "node:url";
import { isMailable } from "../../shared/text.ts";

/**
 * A visitor's address as SES takes it, with a domain like `münchen.de` in its ASCII form. Undefined for
 * what it does not take, such as a mailbox outside ASCII: that stands in the email only.
 */
export function replyAddress(email: string): string | undefined {
  const at = email.lastIndexOf("@");
  const domain = email.slice(at + 1);
  const ascii = /^[\x21-\x7e]*$/.test(domain) ? domain : domainToASCII(domain);
  const address = `${email.slice(0, at)}@${ascii}`;
  return isMailable(address) ? address : undefined;
}
