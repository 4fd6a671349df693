import { AwsError } from "../aws-error.ts";
import type { Email } from "./inbox.ts";

/** A validated email. `from`, `to` and `replyTo` may have names. */
export interface OutgoingEmail extends Omit<Email, "id" | "sentAt"> {
  /** Bare addresses of the recipients and the sender. */
  destination: string[];
  sender: string;
  configurationSet: string | undefined;
  tags: Record<string, string[]>;
}

const SUPPORTED_PARAMETERS =
  /^(Action|Version|Source|ConfigurationSetName|Message\.(Subject|Body\.(Text|Html))\.(Data|Charset)|(Destination\.(To|Cc)|ReplyTo)Addresses\.member\.\d+|Tags\.member\.\d+\.(Name|Value)|Attachments\.member\.\d+\.(Name|Type|Data)|Header\..+)$/;

/** @throws AwsError InvalidParameterValue, worded as SES does; also for unsupported parameters */
export function readSendEmail(parameters: Record<string, string>): OutgoingEmail {
  // The SDK sends an empty list as empty text.
  const unsupported = Object.keys(parameters).find(
    (name) => parameters[name] !== "" && !SUPPORTED_PARAMETERS.test(name),
  );
  if (unsupported) throw invalid(`${unsupported} is not supported.`);
  const subject = parameters["Message.Subject.Data"] ?? "";
  const text = parameters["Message.Body.Text.Data"] || null;
  const html = parameters["Message.Body.Html.Data"] || null;
  const from = parameters.Source ?? "";
  const to = members(parameters, "Destination.ToAddresses.member.");
  const cc = members(parameters, "Destination.CcAddresses.member.");
  const replyTo = members(parameters, "ReplyToAddresses.member.").filter(Boolean);
  if (/[\r\n]/.test(subject)) throw invalid("Header 'Subject' contains control characters.");
  if (from === "") throw invalid("Missing required header 'From'.");
  const [sender = "", ...destination] = [from, ...to, ...cc].map(bareAddress);
  replyTo.forEach(bareAddress);
  if (to.length === 0) throw invalid("Missing required header 'To'.");
  if (text === null && html === null) throw invalid("Message body empty.");
  const values = members(parameters, "Tags.member.", ".Value");
  const names = members(parameters, "Tags.member.", ".Name");
  const tags = Object.fromEntries(names.map((name, index) => [name, [values[index] ?? ""]]));
  const configurationSet = parameters.ConfigurationSetName;
  const headerParameters = Object.entries(parameters).filter(([name]) => name.startsWith("Header."));
  const headers = Object.fromEntries(
    headerParameters.map(([name, value]) => [name.replace("Header.", ""), value]),
  );
  const attached = (field: string) => members(parameters, "Attachments.member.", `.${field}`);
  const [types, contents] = [attached("Type"), attached("Data")];
  const attachments = attached("Name").map((filename, index) => ({
    filename,
    contentType: types[index] ?? "",
    content: contents[index] ?? "",
  }));
  const content = { from, to, cc, replyTo, subject, text, html, headers, attachments };
  return { ...content, destination, sender, configurationSet, tags };
}

/** The values of a list in the query protocol: `prefix1`, `prefix2`, … */
const members = (parameters: Record<string, string>, prefix: string, suffix = ""): string[] =>
  Object.entries(parameters).flatMap(([name, value]) =>
    name.startsWith(prefix) && name.endsWith(suffix) ? [value] : [],
  );

const invalid = (message: string) => new AwsError("InvalidParameterValue", message);

function bareAddress(text: string): string {
  // A line break, even in the name, could start another header.
  if (/\p{Cc}/u.test(text)) throw invalid("Address contains control or whitespace");
  const address = /<([^<>]*)>$/.exec(text)?.[1] ?? text;
  const wellFormed = /^[\w!#$%&'*+/=?^`{|}~.-]+@[A-Za-z0-9.-]+$/.test(address);
  if (!wellFormed || /^\.|\.\.|\.@|@\.|\.$/.test(address)) throw invalid("Illegal address");
  return address;
}

/** Whether a verified address or domain may send as `address`. Local parts are case-sensitive, as in SES. */
export function covers(identity: string, address: string): boolean {
  const { local, domain } = splitAddress(address);
  const verified = identity.includes("@") ? splitAddress(identity) : undefined;
  if (verified) return verified.domain === domain && verified.local === local.replace(/\+.*$/, "");
  return `.${domain}`.endsWith(`.${identity.toLowerCase()}`);
}

/** Returns the domain in lower case. */
export function splitAddress(address: string): { local: string; domain: string } {
  const at = address.lastIndexOf("@");
  return { local: address.slice(0, at), domain: address.slice(at + 1).toLowerCase() };
}
