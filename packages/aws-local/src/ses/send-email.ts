import { bareAddress, invalidParameter } from "./address.ts";

/** An email that somebody asked to send, read and checked. Addresses of people are as they were written. */
export interface Outgoing {
  from: string;
  to: string[];
  cc: string[];
  bcc: string[];
  replyTo: string[];
  subject: string;
  text: string | null;
  html: string | null;
  headers: { name: string; value: string }[];
  /** Bare addresses of everybody who gets it. */
  destination: string[];
  /** Bare addresses that must be verified: who it is from and, when set, where bounces go. */
  senders: string[];
  configurationSet: string | undefined;
  tags: Record<string, string[]>;
}

const RECIPIENTS_AT_MOST = 50;

/** @throws AwsError InvalidParameterValue */
export function readSendEmail(parameters: Record<string, string>): Outgoing {
  const subject = parameters["Message.Subject.Data"] ?? "";
  const text = parameters["Message.Body.Text.Data"] || null;
  const html = parameters["Message.Body.Html.Data"] || null;
  const from = parameters.Source ?? "";
  const to = members(parameters, "Destination.ToAddresses");
  const cc = members(parameters, "Destination.CcAddresses");
  const bcc = members(parameters, "Destination.BccAddresses");
  const replyTo = members(parameters, "ReplyToAddresses");
  if (/[\r\n]/.test(subject)) throw invalidParameter("Header 'Subject' contains control characters.");
  if (from === "") throw invalidParameter("Missing required header 'From'.");
  const senders = [from, ...(parameters.ReturnPath ? [parameters.ReturnPath] : [])].map(bareAddress);
  for (const address of replyTo) bareAddress(address);
  const destination = [...to, ...cc, ...bcc].map(bareAddress);
  if (destination.length === 0) throw invalidParameter("Missing required header 'To'.");
  if (destination.length > RECIPIENTS_AT_MOST) throw invalidParameter("Recipient count exceeds 50.");
  if (text === null && html === null) throw invalidParameter("Message body empty.");
  const type = text && html ? "multipart/alternative" : `text/${html ? "html" : "plain"}; charset=UTF-8`;
  const headers = [
    { name: "From", value: from },
    ...(replyTo.length > 0 ? [{ name: "Reply-To", value: replyTo.join(", ") }] : []),
    ...(to.length > 0 ? [{ name: "To", value: to.join(", ") }] : []),
    ...(cc.length > 0 ? [{ name: "Cc", value: cc.join(", ") }] : []),
    { name: "Subject", value: subject },
    { name: "MIME-Version", value: "1.0" },
    { name: "Content-Type", value: type },
  ];
  return {
    ...{ from, to, cc, bcc, replyTo, subject, text, html, headers, destination },
    senders: [...new Set(senders)],
    configurationSet: parameters.ConfigurationSetName,
    tags: tagsOf(parameters),
  };
}

/** The values of a list in the query protocol: `prefix.member.1`, `prefix.member.2`, … */
function members(parameters: Record<string, string>, prefix: string): string[] {
  const values: string[] = [];
  for (let i = 1; ; i++) {
    const value = parameters[`${prefix}.member.${i}`];
    if (value === undefined) return values;
    values.push(value);
  }
}

function tagsOf(parameters: Record<string, string>): Record<string, string[]> {
  const tags: Record<string, string[]> = {};
  for (let i = 1; parameters[`Tags.member.${i}.Name`] !== undefined; i++)
    tags[parameters[`Tags.member.${i}.Name`] ?? ""] = [parameters[`Tags.member.${i}.Value`] ?? ""];
  return tags;
}
