import { AwsError } from "../aws-error.ts";
import type { Email } from "./inbox.ts";

/** An email that somebody asked to send, read and checked. Addresses of people are as they were written. */
export interface Outgoing extends Omit<Email, "id" | "sentAt"> {
  /** Bare addresses: of everybody who gets it, and of who it is from. */
  destination: string[];
  sender: string;
  configurationSet: string | undefined;
  tags: Record<string, string[]>;
}

const RECIPIENTS_AT_MOST = 50;

const read =
  /^(Action|Version|Source|ConfigurationSetName|Message\.(Subject|Body\.(Text|Html))\.(Data|Charset)|(Destination\.To|ReplyTo)Addresses\.member\.\d+|Tags\.member\.\d+\.(Name|Value))$/;

/** @throws AwsError InvalidParameterValue, worded as SES does; also for what of a call does not run here */
export function readSendEmail(parameters: Record<string, string>): Outgoing {
  // The SDK writes an empty list as an empty text.
  const other = Object.keys(parameters).find((name) => parameters[name] !== "" && !read.test(name));
  if (other) throw invalid(`${other} does not run here.`);
  const subject = parameters["Message.Subject.Data"] ?? "";
  const text = parameters["Message.Body.Text.Data"] || null;
  const html = parameters["Message.Body.Html.Data"] || null;
  const from = parameters.Source ?? "";
  const to = members(parameters, "Destination.ToAddresses.member.");
  const replyTo = members(parameters, "ReplyToAddresses.member.");
  if (/[\r\n]/.test(subject)) throw invalid("Header 'Subject' contains control characters.");
  if (from === "") throw invalid("Missing required header 'From'.");
  const [sender = "", ...destination] = [from, ...to].map(bareAddress);
  replyTo.forEach(bareAddress);
  if (to.length === 0) throw invalid("Missing required header 'To'.");
  if (to.length > RECIPIENTS_AT_MOST) throw invalid("Recipient count exceeds 50.");
  if (text === null && html === null) throw invalid("Message body empty.");
  const values = members(parameters, "Tags.member.", ".Value");
  const tags = members(parameters, "Tags.member.", ".Name").map((name, at) => [name, [values[at] ?? ""]]);
  return {
    ...{ from, to, replyTo, subject, text, html, destination, sender, tags: Object.fromEntries(tags) },
    configurationSet: parameters.ConfigurationSetName,
  };
}

/** The values of a list in the query protocol, which are in order: `prefix1`, `prefix2`, … */
const members = (parameters: Record<string, string>, prefix: string, suffix = ""): string[] =>
  Object.entries(parameters).flatMap(([name, value]) =>
    name.startsWith(prefix) && name.endsWith(suffix) ? [value] : [],
  );

const invalid = (message: string) => new AwsError("InvalidParameterValue", message);

/** The bare address in `Name <someone@example.com>` or `someone@example.com`. */
function bareAddress(text: string): string {
  // A line break could start a header of its own, even in the name.
  if (/\p{Cc}/u.test(text)) throw invalid("Address contains control or whitespace");
  const address = /<([^<>]*)>$/.exec(text)?.[1] ?? text;
  const wellFormed = /^[\w!#$%&'*+/=?^`{|}~.-]+@[A-Za-z0-9.-]+$/.test(address);
  if (!wellFormed || /^\.|\.\.|\.@|@\.|\.$/.test(address)) throw invalid("Illegal address");
  return address;
}

/** Whether a verified address or domain lets `address` send; local parts are case-sensitive, as in SES. */
export function covers(identity: string, address: string): boolean {
  const { local, domain } = parts(address);
  const verified = identity.includes("@") ? parts(identity) : undefined;
  if (verified) return verified.domain === domain && verified.local === local.replace(/\+.*$/, "");
  return `.${domain}`.endsWith(`.${identity.toLowerCase()}`);
}

/** Its domain in lower case, and what stands before it. */
export function parts(address: string): { local: string; domain: string } {
  const at = address.lastIndexOf("@");
  return { local: address.slice(0, at), domain: address.slice(at + 1).toLowerCase() };
}
