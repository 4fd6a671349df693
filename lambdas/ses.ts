import { Agent } from "node:https";
import { SESClient, SendEmailCommand } from "@aws-sdk/client-ses";
import type { Email } from "../shared/emails/email.ts";
import { variable } from "./environment.ts";
import { displayName, subjectHeader } from "./mail-headers.ts";

/** Marks what goes wrong on a connection before it is secured: until then nothing of a request is written. */
class MarkingAgent extends Agent {
  override createConnection(...args: Parameters<Agent["createConnection"]>) {
    const socket = super.createConnection(...args);
    const mark = (error: Error) => Object.assign(error, { nothingWritten: true });
    socket?.prependListener("error", mark);
    socket?.once("secureConnect", () => socket.off("error", mark));
    return socket;
  }
}

/**
 * One attempt for each call: a retry after a cut connection would send an email twice. Whoever sends decides
 * what to do next, by `sesErrorOf`. And one connection for each: one that is kept may have died while the function was
 * frozen, and what fails on it looks as if the email may have been accepted.
 */
// Marked pure, so that a bundle that sends nothing leaves it out.
export const ses = /* @__PURE__ */ new SESClient({
  maxAttempts: 1,
  requestHandler: {
    requestTimeout: 5_000,
    connectionTimeout: 1_000,
    throwOnRequestTimeout: true,
    httpAgent: { keepAlive: false },
    httpsAgent: new MarkingAgent({ keepAlive: false }),
  },
});

/** Half a character would make the request itself impossible; it is known to be none by the sign in its place. */
const utf8 = (text: string) => ({ Data: text.toWellFormed(), Charset: "UTF-8" });

type Options = {
  replyTo?: string | undefined;
  /** Named as the one who writes, before our address. */
  name?: string;
  /** Come back in the events of its delivery; letters, digits, `_` and `-` only. */
  tags?: Record<string, string>;
};

/** Hands an email to SES and returns the message id that SES gives it. */
export async function sendEmail(
  email: Email,
  to: string,
  { replyTo, name, tags = {} }: Options = {},
): Promise<string> {
  const { MessageId } = await ses.send(
    new SendEmailCommand({
      Source: name ? `${displayName(name)} <${variable("MAIL_FROM")}>` : variable("MAIL_FROM"),
      ConfigurationSetName: variable("MAIL_CONFIGURATION_SET"),
      Destination: { ToAddresses: [to] },
      ReplyToAddresses: replyTo ? [replyTo] : [],
      Tags: Object.entries(tags).map(([Name, Value]) => ({ Name, Value })),
      Message: {
        Subject: utf8(subjectHeader(email.subject)),
        Body: { Text: utf8(email.text), Html: utf8(email.html) },
      },
    }),
  );
  if (!MessageId) throw new Error("SES gave no message id for the email.");
  return MessageId;
}

/**
 * Why an email was not sent, as far as it decides what to do next. `refused`: this email, for good.
 * `rate`: faster than the account may. `paused`: the account may send nothing for now. `down`: nothing was
 * accepted, later it may be. `unknown`: it may have been accepted, only the answer got lost.
 */
export type SesError = "refused" | "rate" | "paused" | "down" | "unknown";

export function sesErrorOf(error: unknown): SesError {
  if (!(error instanceof Error)) return "unknown";
  // The request could not even be written, so nothing was handed over.
  if (error instanceof URIError) return "refused";
  if (/^(MessageRejected|InvalidParameterValue)/.test(error.name)) return "refused";
  if (/SendingPaused/.test(error.name)) return "paused";
  if (/^(Throttling|TooManyRequests|LimitExceeded)/.test(error.name)) {
    // The day's quota comes under the same name as the second's.
    return /daily/i.test(error.message) ? "paused" : "rate";
  }
  if ("code" in error && /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN)$/.test(String(error.code))) return "down";
  if ("nothingWritten" in error) return "down";
  const { httpStatusCode = 0 } = ("$metadata" in error && (error.$metadata as Answer)) || {};
  return httpStatusCode === 503 || (httpStatusCode >= 400 && httpStatusCode < 500) ? "down" : "unknown";
}

type Answer = { httpStatusCode?: number };
