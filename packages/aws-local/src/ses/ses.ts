import { setTimeout as wait } from "node:timers/promises";
import { AwsError } from "../aws-error.ts";
import type { EmailIdentities } from "../iam/permissions.ts";
import { REGION } from "../template/resource-names.ts";
import type { Template } from "../template/template.ts";
import { decodeWords } from "./encoded-words.ts";
import { eventsOf, messageId, type SesEvent, simulatedMailbox } from "./events.ts";
import type { Faults } from "./faults.ts";
import { type Email, openInbox } from "./inbox.ts";
import { serveInbox } from "./inbox-server.ts";
import { covers, type Outgoing, readSendEmail } from "./send-email.ts";
import { answerXml } from "./xml.ts";

export interface SesOptions {
  /** Verified: `no-reply@example.com`, or the domain `example.com` with its subdomains. */
  identities: string[];
  /** The names that exist. */
  configurationSets: string[];
  /** Recipients in any 24 hours of the business clock, and in any second of real time. */
  quota?: { max24HourSend: number; maxSendRate: number };
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

interface IdentityProperties {
  EmailIdentity: string;
  ConfigurationSetAttributes?: { ConfigurationSetName?: string };
}

/** The template's identities and configuration sets. */
export async function openSesService(
  template: Template,
  given: Pick<SesOptions, "quota" | "directory" | "port" | "now" | "publish">,
) {
  const declared = template
    .all<IdentityProperties>("AWS::SES::EmailIdentity")
    .map(({ properties }) => properties);
  const names = declared.map(({ EmailIdentity }) => EmailIdentity);
  const configurationSets = template.all<unknown>("AWS::SES::ConfigurationSet").map(({ name }) => name);
  const ses = await openSes({ identities: names, configurationSets, ...given });
  const identities: EmailIdentities = {
    identityOf: (address) =>
      names.find((name) => name === address) ?? names.find((name) => covers(name, address)) ?? address,
    defaultConfigurationSet: (identity) =>
      declared.find(({ EmailIdentity }) => EmailIdentity === identity)?.ConfigurationSetAttributes
        ?.ConfigurationSetName,
    inSandbox: ses.inSandbox,
  };
  return {
    ...ses,
    identities,
    call(operation: string, { ...parameters }: Record<string, string>): Promise<string> {
      const address = /<([^>]*)>/.exec(parameters.Source ?? "")?.[1] ?? parameters.Source ?? "";
      const usual = identities.defaultConfigurationSet(identities.identityOf(address));
      if (usual !== undefined) parameters.ConfigurationSetName ??= usual;
      return ses.call(operation, parameters);
    },
  };
}

/** Milliseconds after an email was accepted: later than the sender's answer, as with SES. */
const EVENTS_AFTER = 25;
const usualQuota = { max24HourSend: 50_000, maxSendRate: 14 };
const throttled = (message: string) => new AwsError("Throttling", message);

/** SES v1 whose email goes nowhere but into an inbox that people and tests can read. */
export async function openSes(options: SesOptions) {
  const { now, quota = usualQuota } = options;
  const inbox = openInbox(options.directory);
  const due = new Set<NodeJS.Timeout>();
  /** Everything that was sent within a day: when, by the business clock and by the real one, and to how many. */
  let sends: { at: number; realTime: number; counted: number; recipients: number }[] = [];
  let faults: Faults = {};
  const server = await serveInbox(options.port, inbox, (set) => (faults = set));

  function lastDay(): number {
    sends = sends.filter(({ at }) => at > now() - 24 * 3_600_000 && at <= now());
    return sends.reduce((sum, { counted }) => sum + counted, 0);
  }

  function takeQuota(destination: string[]): void {
    const realTime = Date.now();
    const recipients = destination.length;
    const counted = destination.filter((address) => simulatedMailbox(address) === undefined).length;
    const overTheDay = lastDay() + counted;
    const lastSecond = sends.filter((send) => send.realTime > realTime - 1000 && send.realTime <= realTime);
    const inSecond = lastSecond.reduce((sum, send) => sum + send.recipients, 0);
    if (inSecond > 0 && inSecond + recipients > quota.maxSendRate)
      throw throttled("Maximum sending rate exceeded.");
    if (overTheDay > quota.max24HourSend) throw throttled("Daily message quota exceeded.");
    sends.push({ at: now(), realTime, counted, recipients });
  }

  function send(outgoing: Outgoing): string {
    checkSending(outgoing);
    takeQuota(outgoing.destination);
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
    const verified = [...options.identities, ...(faults.sandbox ?? [])];
    const sandboxed = destination.filter((address) => faults.sandbox && !simulatedMailbox(address));
    const unverified = [sender, ...sandboxed].filter(
      (address) => !verified.some((identity) => covers(identity, address)),
    );
    if (unverified.length > 0)
      throw new AwsError(
        "MessageRejected",
        `Email address is not verified. The following identities failed the check in region ${REGION.toUpperCase()}: ${[...new Set(unverified)].join(", ")}`,
      );
    if (configurationSet !== undefined && !options.configurationSets.includes(configurationSet)) {
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
    /** Whether recipients must be verified too, as in a new account. */
    inSandbox: () => faults.sandbox !== undefined,
    /**
     * One operation: the flattened parameters of the query protocol in, the XML answer out.
     * @throws AwsError; one with the status 0 means to cut the connection
     */
    async call(operation: string, parameters: Record<string, string>): Promise<string> {
      if (faults.delayMs) await wait(faults.delayMs);
      if (faults.down)
        throw new AwsError("ServiceUnavailable", "Service is unavailable. Please try again later.", 503);
      if (operation === "GetSendQuota") {
        const figures = { Max24HourSend: quota.max24HourSend, MaxSendRate: quota.maxSendRate };
        const all = Object.entries({ ...figures, SentLast24Hours: lastDay() });
        return answerXml(operation, all.map(([name, value]) => `<${name}>${value}</${name}>`).join(""));
      }
      if (operation !== "SendEmail")
        throw new AwsError("InvalidAction", `Could not find operation ${operation}: it does not run here.`);
      if (faults.paused)
        throw new AwsError("AccountSendingPausedException", "Email sending for your account is paused.");
      return answerXml(operation, send(readSendEmail(parameters)));
    },
    /** Puts an email into the inbox that nobody sent through SES, such as an invitation to sign in. */
    deliver(email: { from: string; to: string; subject: string; text: string; html?: string }): void {
      add(messageId(now()), { html: null, ...email, to: [email.to], replyTo: [] });
    },
    /** Removes every email, what the quotas counted, and the faults. */
    empty(): void {
      forget();
      inbox.clear();
      sends = [];
      faults = {};
    },
    async close(): Promise<void> {
      forget();
      await server.close();
    },
  };
}
