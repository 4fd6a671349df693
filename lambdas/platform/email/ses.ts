import { Agent } from "node:https";
import { SESClient, SendRawEmailCommand } from "@aws-sdk/client-ses";
import type { Email } from "../../../shared/emails/email.ts";
import { variable } from "../environment.ts";
import { type Envelope, mimeMessage } from "./mime.ts";

/** Marks errors that happen before the TLS handshake is complete: nothing of the request was written by then. */
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
 * One attempt for each call: a retry after a lost response would send an email twice. The caller decides what to do, with
 * `sesErrorOf`. One connection for each call: a kept connection may have died while the function was frozen, and an error
 * on it would look as if SES may have accepted the email.
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

type Options = Omit<Envelope, "from" | "to"> & {
  /** SES returns them in delivery events. Only letters, digits, `_` and `-`. */
  tags?: Record<string, string>;
};

/** Sends an email and returns SES's message id. The reader and the copies get one message. */
export async function sendEmail(
  email: Email,
  to: string,
  { tags = {}, ...envelope }: Options = {},
): Promise<string> {
  const from = variable("MAIL_FROM");
  const { cc = [] } = envelope;
  const { MessageId } = await ses.send(
    new SendRawEmailCommand({
      Source: from,
      Destinations: [to, ...cc.map(({ email }) => email)],
      ConfigurationSetName: variable("MAIL_CONFIGURATION_SET"),
      Tags: Object.entries(tags).map(([Name, Value]) => ({ Name, Value })),
      RawMessage: { Data: await mimeMessage(email, { ...envelope, from, to }) },
    }),
  );
  if (!MessageId) throw new Error("SES returned no message id for the email.");
  return MessageId;
}

/**
 * Why an email was not sent. `refused`: SES will never accept this email. `rate`: the account sends too fast. `paused`:
 * the account may not send at the moment. `down`: SES did not accept it, but may later. `unknown`: SES may have accepted
 * it; its response was lost.
 */
export type SesError = "refused" | "rate" | "paused" | "down" | "unknown";

export function sesErrorOf(error: unknown): SesError {
  if (!(error instanceof Error)) return "unknown";
  // The request was not written, so SES did not receive it.
  if (error instanceof URIError) return "refused";
  if (/^(MessageRejected|InvalidParameterValue)/.test(error.name)) return "refused";
  if (/SendingPaused/.test(error.name)) return "paused";
  if (/^(Throttling|TooManyRequests|LimitExceeded)/.test(error.name)) {
    // SES uses the same name for the daily quota and the rate.
    return /daily/i.test(error.message) ? "paused" : "rate";
  }
  if ("code" in error && /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN)$/.test(String(error.code))) return "down";
  if ("nothingWritten" in error) return "down";
  const { httpStatusCode = 0 } = ("$metadata" in error && (error.$metadata as Metadata)) || {};
  return httpStatusCode === 503 || (httpStatusCode >= 400 && httpStatusCode < 500) ? "down" : "unknown";
}

type Metadata = { httpStatusCode?: number };
