import { randomUUID } from "node:crypto";
import { parts } from "./address.ts";
import type { SesMail } from "./events.ts";
import type { Outgoing } from "./outgoing.ts";

/** In SES's form, which begins with the time. */
export function messageId(at: number): string {
  return `0100${at.toString(16).padStart(12, "0")}-${randomUUID()}-000000`;
}

/** What an event says of the mail it is about. */
export function sesMail(
  outgoing: Outgoing,
  id: string,
  sentAt: number,
  region: string,
  account: string,
): SesMail {
  const sender = outgoing.senders[0] ?? "";
  const { from, replyTo, to, cc, subject } = outgoing;
  const date = outgoing.headers.find((each) => each.name.toLowerCase() === "date")?.value;
  return {
    timestamp: new Date(sentAt).toISOString(),
    source: from,
    sourceArn: `arn:aws:ses:${region}:${account}:identity/${sender}`,
    sendingAccountId: account,
    messageId: id,
    destination: outgoing.destination,
    headersTruncated: false,
    headers: outgoing.headers,
    commonHeaders: {
      from: [from],
      ...(replyTo.length > 0 ? { replyTo } : {}),
      ...(date ? { date } : {}),
      ...(to.length > 0 ? { to } : {}),
      ...(cc.length > 0 ? { cc } : {}),
      messageId: id,
      subject,
    },
    tags: {
      "ses:operation": [outgoing.operation],
      ...(outgoing.configurationSet ? { "ses:configuration-set": [outgoing.configurationSet] } : {}),
      "ses:source-ip": ["127.0.0.1"],
      "ses:from-domain": [parts(sender).domain],
      "ses:caller-identity": ["local"],
      ...outgoing.tags,
    },
  };
}
