import { setTimeout as wait } from "node:timers/promises";
import { AwsError } from "../aws-error.ts";
import { covers } from "./address.ts";
import { eventsOf, isSimulated, type SesEvent } from "./events.ts";
import { ConnectionDropped, type Faults } from "./faults.ts";
import { openInbox } from "./inbox.ts";
import { messageId, sesMail } from "./object.ts";
import { mailOperations } from "./operations.ts";
import { type Outgoing, readSendEmail, readSendRawEmail } from "./outgoing.ts";
import { dayUsedUp, openQuota, type Quota } from "./quota.ts";
import { serveInbox } from "./server.ts";
import { openStatistics } from "./statistics.ts";
import { answerXml, errorXml } from "./xml.ts";

export interface MailOptions {
  region: string;
  /** Named in the events' ARNs. */
  account?: string;
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
  /** Gets the events of messages that name a configuration set, after the send was answered. */
  publish?(event: SesEvent): void;
}

export interface Mail {
  /** Of the inbox: `/` the page, `/messages` and `/messages/{id}` the JSON, `/faults` what shall go wrong. */
  url: string;
  /**
   * One SES v1 operation: the flattened parameters of the query protocol in, the XML answer out.
   * @throws AwsError; a ConnectionDropped means to cut the connection
   */
  call(operation: string, parameters: Record<string, string>): Promise<string>;
  errorBody(error: AwsError): string;
  /** Whether recipients must be verified too, as in a new account. */
  inSandbox(): boolean;
  /** Puts a mail into the inbox that nobody sent through SES, such as an invitation to sign in. */
  deliver(mail: { from: string; to: string; subject: string; text: string; html?: string }): void;
  /** Removes every email, what the quotas counted, and the faults. */
  empty(): void;
  close(): Promise<void>;
}

/** SES v1 whose mail goes nowhere but into an inbox that people and tests can read. */
export async function openMail(options: MailOptions): Promise<Mail> {
  const { now, region } = options;
  const inbox = openInbox(options.directory);
  const quota = openQuota(options.quota ?? { max24HourSend: 50_000, maxSendRate: 14 }, now);
  const statistics = openStatistics(now);
  const identities = new Set(options.identities);
  const account = { sendingEnabled: true };
  const due = new Set<NodeJS.Timeout>();
  let faults: Faults = {};

  const server = await serveInbox({
    port: options.port,
    inbox,
    setFaults: (set) => {
      faults = set;
      account.sendingEnabled = !set.paused;
    },
  });
  const operations = mailOperations({ identities, quota, statistics, account });

  function send(outgoing: Outgoing): string {
    if (takeOne("throttle")) throw new AwsError("Throttling", "Maximum sending rate exceeded.");
    if (faults.dayUsedUp) throw new AwsError("Throttling", dayUsedUp);
    const sandboxed = faults.sandbox ? outgoing.destination.filter((address) => !isSimulated(address)) : [];
    const unverified = [...outgoing.senders, ...sandboxed].filter(
      (address) => ![...identities, ...(faults.sandbox ?? [])].some((identity) => covers(identity, address)),
    );
    if (unverified.length > 0)
      throw new AwsError(
        "MessageRejected",
        `Email address is not verified. The following identities failed the check in region ${region.toUpperCase()}: ${[...new Set(unverified)].join(", ")}`,
      );
    const { configurationSet } = outgoing;
    if (configurationSet !== undefined && !options.configurationSets.includes(configurationSet))
      throw new AwsError(
        "ConfigurationSetDoesNotExistException",
        `Configuration set <${configurationSet}> does not exist.`,
      );
    if (outgoing.destination.some((address) => faults.refuse?.includes(address)))
      throw new AwsError("MessageRejected", "Address blacklisted.");
    const counted = outgoing.destination.filter((address) => !isSimulated(address)).length;
    quota.take(outgoing.destination.length, counted);

    const sentAt = now();
    const id = messageId(sentAt);
    const { from, to, cc, bcc, replyTo, subject, text, html } = outgoing;
    inbox.add({
      id,
      from,
      to,
      cc,
      bcc,
      replyTo,
      subject,
      text,
      html,
      sentAt: new Date(sentAt).toISOString(),
    });
    report(outgoing, id, sentAt);
    if (takeOne("acceptThenDrop")) throw new ConnectionDropped();
    return `<MessageId>${id}</MessageId>`;
  }

  /** Publishes what comes of a mail once the sender has its answer, as SES does. */
  function report(outgoing: Outgoing, id: string, sentAt: number): void {
    const infected = [outgoing.text, outgoing.html].some((body) => body?.includes(ANTIVIRUS_TEST));
    const mail = sesMail(outgoing, id, sentAt, region, options.account ?? "000000000000");
    const delayed = faults.delayed ?? [];
    const events = eventsOf(mail, { now: sentAt, infected, delayed, feedbackId: () => messageId(now()) });
    for (const event of events) statistics.count(event);
    if (outgoing.configurationSet === undefined) return;
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

  return {
    url: server.url,
    errorBody: errorXml,
    inSandbox: () => faults.sandbox !== undefined,
    async call(operation, parameters) {
      if (faults.delayMs) await wait(faults.delayMs);
      if (faults.down)
        throw new AwsError("ServiceUnavailable", "Service is unavailable. Please try again later.", 503);
      const reader = READERS.get(operation);
      if (!reader) return answerXml(operation, operations(operation, parameters));
      if (!account.sendingEnabled)
        throw new AwsError("AccountSendingPausedException", "Email sending for your account is paused.");
      return answerXml(operation, send(reader(parameters)));
    },
    deliver({ from, to, subject, text, html }) {
      const sentAt = now();
      inbox.add({
        id: messageId(sentAt),
        from,
        to: [to],
        cc: [],
        bcc: [],
        replyTo: [],
        subject,
        text,
        html: html ?? null,
        sentAt: new Date(sentAt).toISOString(),
      });
    },
    empty() {
      for (const timer of due) clearTimeout(timer);
      due.clear();
      inbox.clear();
      quota.forget();
      faults = {};
      account.sendingEnabled = true;
    },
    async close() {
      for (const timer of due) clearTimeout(timer);
      await server.close();
    },
  };
}

const READERS = new Map([
  ["SendEmail", readSendEmail],
  ["SendRawEmail", readSendRawEmail],
]);

/** Milliseconds after a mail was accepted: later than the sender's answer, as with SES. */
const EVENTS_AFTER = 25;

/** Stands in the text that every virus scanner takes for a virus, by agreement; SES rejects such mail. */
const ANTIVIRUS_TEST = "EICAR-STANDARD-ANTIVIRUS-TEST-FILE";
