import { bareAddress, invalidParameter, splitAddresses } from "./address.ts";
import { decodeWords, header, type MimeHeader, parseMime } from "./mime.ts";

/** A mail that somebody asked to send, read and checked. Addresses of people are as they were written. */
export interface Outgoing {
  operation: "SendEmail" | "SendRawEmail";
  from: string;
  to: string[];
  cc: string[];
  bcc: string[];
  replyTo: string[];
  subject: string;
  text: string | null;
  html: string | null;
  headers: MimeHeader[];
  /** Bare addresses of everybody who gets it. */
  destination: string[];
  /** Bare addresses that must be verified: who it is from and, when set, where bounces go. */
  senders: string[];
  configurationSet: string | undefined;
  tags: Record<string, string[]>;
}

const RECIPIENTS_AT_MOST = 50;

/** The values of a list in the query protocol: `prefix.member.1`, `prefix.member.2`, … */
export function members(parameters: Record<string, string>, prefix: string): string[] {
  const values: string[] = [];
  for (let i = 1; ; i++) {
    const value = parameters[`${prefix}.member.${i}`];
    if (value === undefined) return values;
    values.push(value);
  }
}

/** @throws AwsError InvalidParameterValue */
export function readSendEmail(parameters: Record<string, string>): Outgoing {
  const subject = parameters["Message.Subject.Data"] ?? "";
  const text = parameters["Message.Body.Text.Data"] || null;
  const html = parameters["Message.Body.Html.Data"] || null;
  if (/[\r\n]/.test(subject)) throw invalidParameter("Header 'Subject' contains control characters.");
  const from = parameters.Source ?? "";
  if (from === "") throw invalidParameter("Missing required header 'From'.");
  const to = members(parameters, "Destination.ToAddresses");
  const cc = members(parameters, "Destination.CcAddresses");
  const bcc = members(parameters, "Destination.BccAddresses");
  const replyTo = members(parameters, "ReplyToAddresses");
  const headers = [
    { name: "From", value: from },
    ...(replyTo.length > 0 ? [{ name: "Reply-To", value: replyTo.join(", ") }] : []),
    ...(to.length > 0 ? [{ name: "To", value: to.join(", ") }] : []),
    ...(cc.length > 0 ? [{ name: "Cc", value: cc.join(", ") }] : []),
    { name: "Subject", value: subject },
    { name: "MIME-Version", value: "1.0" },
    {
      name: "Content-Type",
      value: text && html ? "multipart/alternative" : `text/${html ? "html" : "plain"}; charset=UTF-8`,
    },
  ];
  const returnPath = parameters.ReturnPath ? [parameters.ReturnPath] : [];
  return {
    operation: "SendEmail",
    ...checkedContent({ from, to, cc, bcc, replyTo, subject, text, html, headers }, returnPath),
    configurationSet: parameters.ConfigurationSetName,
    tags: tagsOf(parameters),
  };
}

/** @throws AwsError InvalidParameterValue */
export function readSendRawEmail(parameters: Record<string, string>): Outgoing {
  const { headers, text, html } = parseMime(Buffer.from(parameters["RawMessage.Data"] ?? "", "base64"));
  const from = header(headers, "From");
  if (!from) throw invalidParameter("Missing required header 'From'.");
  const to = splitAddresses(header(headers, "To") ?? "");
  const cc = splitAddresses(header(headers, "Cc") ?? "");
  const named = members(parameters, "Destinations");
  // Named destinations are the envelope: only they get it, and those that no header shows are blind copies.
  const shown = new Set([...to, ...cc].map(bareAddress));
  const bcc =
    named.length > 0
      ? named.filter((address) => !shown.has(bareAddress(address)))
      : splitAddresses(header(headers, "Bcc") ?? "");
  const source = parameters.Source ? [parameters.Source] : [];
  const content = checkedContent(
    {
      from,
      to,
      cc,
      bcc,
      replyTo: splitAddresses(header(headers, "Reply-To") ?? ""),
      subject: header(headers, "Subject") ?? "",
      text: text || null,
      html: html || null,
      headers: headers.filter((each) => !/^(bcc|x-ses-.*)$/i.test(each.name)),
    },
    source,
    named,
  );
  return {
    operation: "SendRawEmail",
    ...content,
    configurationSet: parameters.ConfigurationSetName ?? header(headers, "X-SES-CONFIGURATION-SET"),
    tags: { ...headerTags(header(headers, "X-SES-MESSAGE-TAGS") ?? ""), ...tagsOf(parameters) },
  };
}

type Content = Pick<
  Outgoing,
  "from" | "to" | "cc" | "bcc" | "replyTo" | "subject" | "text" | "html" | "headers"
>;

function checkedContent(content: Content, otherSenders: string[], envelope: string[] = []) {
  const senders = [content.from, ...otherSenders].map(bareAddress);
  for (const address of content.replyTo) bareAddress(address);
  const everybody = envelope.length > 0 ? envelope : [...content.to, ...content.cc, ...content.bcc];
  const destination = everybody.map(bareAddress);
  if (destination.length === 0) throw invalidParameter("Missing required header 'To'.");
  if (destination.length > RECIPIENTS_AT_MOST) throw invalidParameter("Recipient count exceeds 50.");
  if (content.text === null && content.html === null) throw invalidParameter("Message body empty.");
  return {
    ...content,
    from: decodeWords(content.from),
    to: content.to.map(decodeWords),
    cc: content.cc.map(decodeWords),
    bcc: content.bcc.map(decodeWords),
    replyTo: content.replyTo.map(decodeWords),
    subject: decodeWords(content.subject),
    senders: [...new Set(senders)],
    destination,
  };
}

function tagsOf(parameters: Record<string, string>): Record<string, string[]> {
  const tags: Record<string, string[]> = {};
  for (let i = 1; parameters[`Tags.member.${i}.Name`] !== undefined; i++)
    tags[parameters[`Tags.member.${i}.Name`] ?? ""] = [parameters[`Tags.member.${i}.Value`] ?? ""];
  return tags;
}

/** `X-SES-MESSAGE-TAGS: kind=upcoming, period=2026-12-01` */
function headerTags(value: string): Record<string, string[]> {
  const pairs = value.split(",").map((pair) => pair.split("=").map((part) => part.trim()));
  return Object.fromEntries(
    pairs.flatMap(([name, tag]) => (name && tag !== undefined ? [[name, [tag]]] : [])),
  );
}
