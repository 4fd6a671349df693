import { setTimeout as wait } from "node:timers/promises";
import { AwsError } from "../aws-error.ts";
import { REGION } from "../template/resource-names.ts";
import { covers } from "./address.ts";
import { decodeWords } from "./encoded-words.ts";
import { eventsOf, isSimulated, messageId, type SesEvent } from "./events.ts";
import { ConnectionDropped, type Faults } from "./faults.ts";
import { type Email, openInbox } from "./inbox.ts";
import { serveInbox } from "./inbox-server.ts";
import { dayUsedUp, openQuota, type Quota } from "./quota.ts";
import { type Outgoing, readSendEmail } from "./send-email.ts";
import { answerXml, errorXml } from "./xml.ts";

export interface SesOptions {
  /** Verified: `no-reply@example.com`, or the domain `example.com` with its subdomains. */
  identities: string[];
  /** The names that exist. */
  configurationSets: string[];
  /** 50,000 a day and 14 a second, unless told otherwise. */
  quota?: Quota;
  /** Keeps the inbox over restarts; undefined keeps it in memory. */
  directory?: string;
  /** Of the inbox page and its JSON, on 127.0.0.1; 0 takes any. */
  port: number;
  /** The business clock in epoch milliseconds, for `sentAt` and event times. */
  now(): number;
  /** Gets the events of emails that name a configuration set, after the send was answered. */
  publish?(event: SesEvent): void;
}

export type Ses = Awaited<ReturnType<typeof openSes>>;

/** SES v1 whose email goes nowhere but into an inbox that people and tests can read. */
export async function openSes(options: SesOptions) {
  const { now, identities } = options;
  const inbox = openInbox(options.directory);
  const quota = openQuota(options.quota ?? { max24HourSend: 50_000, maxSendRate: 14 }, now);
  const due = new Set<NodeJS.Timeout>();
  let faults: Faults = {};
  const server = await serveInbox(options.port, inbox, (set) => (faults = set));

  function send(outgoing: Outgoing): string {
    checkSending(outgoing);
    const counted = outgoing.destination.filter((address) => !isSimulated(address)).length;
    quota.take(outgoing.destination.length, counted);
    const id = messageId(now());
    add(id, outgoing);
    if (outgoing.configurationSet !== undefined) publish(outgoing, id);
    if (takeOne("acceptThenDrop")) throw new ConnectionDropped();
    return `<MessageId>${id}</MessageId>`;
  }

  function checkSending({ senders, destination, configurationSet }: Outgoing): void {
    if (takeOne("throttle")) throw new AwsError("Throttling", "Maximum sending rate exceeded.");
    if (faults.dayUsedUp) throw new AwsError("Throttling", dayUsedUp);
    const sandboxed = faults.sandbox ? destination.filter((address) => !isSimulated(address)) : [];
    const unverified = [...senders, ...sandboxed].filter(
      (address) => ![...identities, ...(faults.sandbox ?? [])].some((identity) => covers(identity, address)),
    );
    if (unverified.length > 0)
      throw new AwsError(
        "MessageRejected",
        `Email address is not verified. The following identities failed the check in region ${REGION.toUpperCase()}: ${[...new Set(unverified)].join(", ")}`,
      );
    if (configurationSet !== undefined && !options.configurationSets.includes(configurationSet))
      throw new AwsError(
        "ConfigurationSetDoesNotExistException",
        `Configuration set <${configurationSet}> does not exist.`,
      );
    if (destination.some((address) => faults.refuse?.includes(address)))
      throw new AwsError("MessageRejected", "Address blacklisted.");
  }

  function add(
    id: string,
    { from, to, cc, bcc, replyTo, subject, text, html }: Omit<Email, "id" | "sentAt">,
  ) {
    const read = (addresses: string[]) => addresses.map(decodeWords);
    const people = { to: read(to), cc: read(cc), bcc: read(bcc), replyTo: read(replyTo) };
    const sentAt = new Date(now()).toISOString();
    inbox.add({ id, from: decodeWords(from), ...people, subject: decodeWords(subject), text, html, sentAt });
  }

  /** Once the sender has its answer, as SES does. */
  function publish(outgoing: Outgoing, id: string): void {
    const events = eventsOf(outgoing, id, now(), faults.delayed ?? []);
    const timer = setTimeout(() => {
      due.delete(timer);
      for (const event of events) options.publish?.(event);
    }, EVENTS_AFTER);
    due.add(timer);
  }

  /** Whether a fault that is counted applies this time. */
  function takeOne(fault: "throttle" | "acceptThenDrop"): boolean {
    const left = faults[fault] ?? 0;
    if (left > 0) faults = { ...faults, [fault]: left - 1 };
    return left > 0;
  }

  function forget(): void {
    for (const timer of due) clearTimeout(timer);
    due.clear();
  }

  return {
    /** Of the inbox: `/` the page, `/messages` and `/messages/{id}` the JSON, `/faults` what shall go wrong. */
    url: server.url,
    errorBody: errorXml,
    /** Whether recipients must be verified too, as in a new account. */
    inSandbox: () => faults.sandbox !== undefined,
    /**
     * One operation: the flattened parameters of the query protocol in, the XML answer out.
     * @throws AwsError; a ConnectionDropped means to cut the connection
     */
    async call(operation: string, parameters: Record<string, string>): Promise<string> {
      if (faults.delayMs) await wait(faults.delayMs);
      if (faults.down)
        throw new AwsError("ServiceUnavailable", "Service is unavailable. Please try again later.", 503);
      if (operation === "GetSendQuota") return answerXml(operation, quota.xml());
      if (operation !== "SendEmail")
        throw new AwsError(
          "InvalidAction",
          `Could not find operation ${operation} for version 2010-12-01: it does not run here.`,
        );
      if (faults.paused)
        throw new AwsError("AccountSendingPausedException", "Email sending for your account is paused.");
      return answerXml(operation, send(readSendEmail(parameters)));
    },
    /** Puts an email into the inbox that nobody sent through SES, such as an invitation to sign in. */
    deliver(email: { from: string; to: string; subject: string; text: string; html?: string }): void {
      const { to, html = null } = email;
      add(messageId(now()), { ...email, to: [to], cc: [], bcc: [], replyTo: [], html });
    },
    /** Removes every email, what the quotas counted, and the faults. */
    empty(): void {
      forget();
      inbox.clear();
      quota.forget();
      faults = {};
    },
    async close(): Promise<void> {
      forget();
      await server.close();
    },
  };
}

/** Milliseconds after an email was accepted: later than the sender's answer, as with SES. */
const EVENTS_AFTER = 25;
