import { setTimeout as wait } from "node:timers/promises";
import { AwsError } from "../aws-error.ts";
import { REGION } from "../template/resource-names.ts";
import type { Template } from "../template/template.ts";
import { dnsStatus, type IdentityProperties } from "./dns-status.ts";
import { decodeWords } from "./encoded-words.ts";
import { eventsOf, messageId, type SesEvent, simulatedMailbox } from "./events.ts";
import type { Faults } from "./faults.ts";
import { type Email, openInbox } from "./inbox.ts";
import { serveInbox } from "./inbox-server.ts";
import { covers, type Outgoing, readSendEmail } from "./send-email.ts";
import { answerXml } from "./xml.ts";

export interface SesOptions {
  /** Recipients in any second of real time; 14 where nothing is said. */
  sendRate?: number;
  /** Keeps the inbox over restarts; undefined keeps it in memory. */
  directory?: string;
  /** Of the inbox page and its JSON, on 127.0.0.1; 0 takes any. */
  port: number;
  /** The business clock in epoch milliseconds, for `sentAt` and event times. */
  now(): number;
  /** Gets the events of emails that name a configuration set, after the send was answered. */
  publish(event: SesEvent): void;
}

/** Milliseconds after an email was accepted: later than the sender's answer, as with SES. */
const EVENTS_AFTER = 25;
const throttled = (message: string) => new AwsError("Throttling", message);

export type Ses = Awaited<ReturnType<typeof openSes>>;

/** SES v1 with the template's identities, whose email goes nowhere but into an inbox that people and tests can read. */
export async function openSes(template: Template, options: SesOptions) {
  const { now, sendRate = 14 } = options;
  const declared = template
    .all<IdentityProperties>("AWS::SES::EmailIdentity")
    .map(({ properties }) => properties);
  const names = declared.map(({ EmailIdentity }) => EmailIdentity);
  const configurationSets = template.all<unknown>("AWS::SES::ConfigurationSet").map(({ name }) => name);
  const inbox = openInbox(options.directory);
  /** Another one once all is forgotten: what was sent before has no consequences any more. */
  let era = Symbol();
  /** When something was sent, in real time, and to how many; older ones are forgotten. */
  let sends: { at: number; recipients: number }[] = [];
  let faults: Faults = {};
  const server = await serveInbox(options.port, inbox, (set) => (faults = set));

  function takeRate({ length: recipients }: string[]): void {
    const at = Date.now();
    sends = sends.filter((send) => send.at > at - 1000 && send.at <= at);
    const inSecond = sends.reduce((sum, send) => sum + send.recipients, 0);
    if (inSecond > 0 && inSecond + recipients > sendRate) throw throttled("Maximum sending rate exceeded.");
    sends.push({ at, recipients });
  }

  const identities = {
    /** The verified identity that an address is sent under; the address itself when there is none. */
    identityOf: (address: string): string =>
      names.find((name) => name === address) ?? names.find((name) => covers(name, address)) ?? address,
    /** The set used when a call names none. */
    defaultConfigurationSet: (identity: string): string | undefined =>
      declared.find(({ EmailIdentity }) => EmailIdentity === identity)?.ConfigurationSetAttributes
        ?.ConfigurationSetName,
    /** Whether the account is in SES's sandbox, where a call is judged on the recipients' identities as well. */
    inSandbox: () => faults.sandbox !== undefined,
  };

  function send(parameters: Record<string, string>): string {
    const outgoing = readSendEmail(parameters);
    outgoing.configurationSet ??= identities.defaultConfigurationSet(identities.identityOf(outgoing.sender));
    checkSending(outgoing);
    takeRate(outgoing.destination);
    const id = messageId(now());
    add(id, outgoing);
    if (outgoing.configurationSet !== undefined) publish(outgoing, id);
    if (takeOne("acceptThenDrop"))
      throw new AwsError("ConnectionDropped", "The connection is cut before the answer.", 0);
    return `<MessageId>${id}</MessageId>`;
  }

  function checkSending({ sender, destination, configurationSet }: Outgoing): void {
    if (takeOne("throttle")) throw throttled("Maximum sending rate exceeded.");
    if (faults.dayUsedUp) throw throttled("Daily message quota exceeded.");
    const verified = [...names, ...(faults.sandbox ?? [])];
    const sandboxed = destination.filter((address) => faults.sandbox && !simulatedMailbox(address));
    const unverified = [sender, ...sandboxed].filter(
      (address) => !verified.some((identity) => covers(identity, address)),
    );
    if (unverified.length > 0)
      throw new AwsError(
        "MessageRejected",
        `Email address is not verified. The following identities failed the check in region ${REGION.toUpperCase()}: ${[...new Set(unverified)].join(", ")}`,
      );
    if (configurationSet !== undefined && !configurationSets.includes(configurationSet)) {
      const message = `Configuration set <${configurationSet}> does not exist.`;
      throw new AwsError("ConfigurationSetDoesNotExistException", message);
    }
    if (destination.some((address) => faults.refuse?.includes(address)))
      throw new AwsError("MessageRejected", "Address blacklisted.");
  }

  function add(id: string, email: Omit<Email, "id" | "sentAt">): void {
    const { text, html } = email;
    const [from, subject] = [decodeWords(email.from), decodeWords(email.subject)];
    const [to, replyTo] = [email.to.map(decodeWords), email.replyTo.map(decodeWords)];
    inbox.add({ id, from, to, replyTo, subject, text, html, sentAt: new Date(now()).toISOString() });
  }

  /** Once the sender has its answer, as SES does. */
  function publish(outgoing: Outgoing, id: string): void {
    const events = eventsOf(outgoing, id, now(), faults.delayed ?? []);
    const sentIn = era;
    setTimeout(() => {
      if (era === sentIn) events.forEach(options.publish);
    }, EVENTS_AFTER).unref();
  }

  /** Whether a fault that is counted applies this time. */
  function takeOne(fault: "throttle" | "acceptThenDrop"): boolean {
    const left = faults[fault] ?? 0;
    if (left > 0) faults = { ...faults, [fault]: left - 1 };
    return left > 0;
  }

  return {
    /** Of the inbox: `/` the page, `/messages` the JSON, `/faults` what shall go wrong. */
    url: server.url,
    identities,
    /**
     * One operation: the flattened parameters of the query protocol in, the XML answer out.
     * @throws AwsError; one with the status 0 means to cut the connection
     */
    async call(operation: string, parameters: Record<string, unknown>): Promise<string> {
      if (faults.delayMs) await wait(faults.delayMs);
      if (faults.down)
        throw new AwsError("ServiceUnavailable", "Service is unavailable. Please try again later.", 503);
      if (operation === "GetSendQuota") return answerXml(operation, `<MaxSendRate>${sendRate}</MaxSendRate>`);
      const asked = declared.filter((one) => Object.values(parameters).includes(one.EmailIdentity));
      const status = dnsStatus(operation, asked, faults.dnsEmpty ? "Pending" : "Success");
      if (status !== undefined) return answerXml(operation, status);
      if (operation !== "SendEmail")
        throw new AwsError("InvalidAction", `Could not find operation ${operation}: it does not run here.`);
      if (faults.paused)
        throw new AwsError("AccountSendingPausedException", "Email sending for your account is paused.");
      return answerXml(operation, send(parameters as Record<string, string>));
    },
    /** Puts an email into the inbox that nobody sent through SES, such as an invitation to sign in. */
    deliver(email: { from: string; to: string; subject: string; text: string; html?: string }): void {
      add(messageId(now()), { html: null, ...email, to: [email.to], replyTo: [] });
    },
    /** Removes every email, what the rate counted, and the faults. */
    empty(): void {
      era = Symbol();
      inbox.clear();
      sends = [];
      faults = {};
    },
    async close(): Promise<void> {
      era = Symbol();
      await server.close();
    },
  };
}
