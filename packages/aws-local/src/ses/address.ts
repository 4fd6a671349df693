import { AwsError } from "../aws-error.ts";

/** Refuses a parameter as SES v1 does; the address errors are worded as SES words them. */
export function invalidParameter(message: string): AwsError {
  return new AwsError("InvalidParameterValue", message);
}

/**
 * The bare address in `Name <someone@example.com>` or `someone@example.com`.
 * @throws AwsError InvalidParameterValue
 */
export function bareAddress(text: string): string {
  const at = text.lastIndexOf("@");
  // Whitespace that is a line break could start a header of its own, even in the name.
  if (hasControl(at === -1 ? text : text.slice(0, at)))
    throw invalidParameter("Local address contains control or whitespace");
  if (hasControl(text)) throw invalidParameter("Domain contains control or whitespace");
  const trimmed = text.trim();
  if (trimmed === "") throw invalidParameter("Empty address");
  const unquoted = trimmed.replace(/"(?:[^"\\]|\\.)*"(?!@)/g, "");
  const open = unquoted.indexOf("<");
  if (open === -1) return checked(trimmed);
  if (!unquoted.endsWith(">")) throw invalidParameter("Missing '>'");
  return checked(unquoted.slice(open + 1, -1).trim());
}

function checked(address: string): string {
  const at = address.lastIndexOf("@");
  if (at === -1) throw invalidParameter("Missing final '@domain'");
  const local = address.slice(0, at);
  const domain = address.slice(at + 1);
  if (local === "") throw invalidParameter("Missing local name");
  if (domain === "") throw invalidParameter("Missing domain");
  if (!/^"(?:[^"\\]|\\.)+"$/.test(local)) checkPart("Local address", local, /^[\w!#$%&'*+/=?^`{|}~.-]+$/);
  checkPart("Domain", domain, /^[A-Za-z0-9.-]+$/);
  return address;
}

function checkPart(part: "Local address" | "Domain", text: string, allowed: RegExp) {
  if (/\s/.test(text)) throw invalidParameter(`${part} contains control or whitespace`);
  if (text.startsWith(".")) throw invalidParameter(`${part} starts with dot`);
  if (text.endsWith(".")) throw invalidParameter(`${part} ends with dot`);
  if (text.includes("..")) throw invalidParameter(`${part} contains dot-dot`);
  if (!allowed.test(text)) throw invalidParameter(`${part} contains illegal character`);
}

function hasControl(text: string): boolean {
  return [...text].some((character) => character < " " || character === "\x7f");
}

/** Whether a verified address or domain lets `address` send; local parts are case-sensitive, as in SES. */
export function covers(identity: string, address: string): boolean {
  const { local, domain } = parts(address);
  if (identity.includes("@")) {
    const verified = parts(identity);
    return verified.domain === domain && verified.local === local.replace(/\+.*$/, "");
  }
  const verified = identity.toLowerCase();
  return domain === verified || domain.endsWith(`.${verified}`);
}

/** Its domain in lower case, and what stands before it. */
export function parts(address: string): { local: string; domain: string } {
  const at = address.lastIndexOf("@");
  return { local: address.slice(0, at), domain: address.slice(at + 1).toLowerCase() };
}
