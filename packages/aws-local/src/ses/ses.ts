import { setTimeout as wait } from "node:timers/promises";
import { decodeWords } from "postal-mime";
import { AwsError } from "../aws-error.ts";
import { REGION } from "../template/resource-names.ts";
import type { Template } from "../template/template.ts";
import { eventsFor, messageId, type SesEvent, simulatedMailbox } from "./events.ts";
import type { Faults } from "./faults.ts";
import { type Email, openInbox } from "./inbox.ts";
import { serveInbox } from "./inbox-server.ts";
import { covers, type OutgoingEmail, readSendEmail } from "./send-email.ts";
import { responseXml } from "./xml.ts";

interface Identity {
  EmailIdentity: string;
  MailFromAttributes?: { MailFromDomain?: string };
}

export interface SesOptions {
  /** Recipients per second of real time; by default 14. */
  sendRate?: number;
  /** Recipients within 24 hours, without the simulator's; by default 50,000. */
  dayQuota?: number;
  directory?: string;
  port: number;
  head?: string | undefined;
  now(): number;
  /** Receives the events of emails with a configuration set, after the response to the sender. */
  publish(event: SesEvent): void;
}

const DAY_MS = 86_400_000;
const EVENT_DELAY_MS = 25;
const throttled = (message: string) => new AwsError("Throttling", message);

export type Ses = Awaited<ReturnType<typeof openSes>>;

/** SES v1 with the template's identities. Emails only go to an inbox for people and tests. */
export async function openSes(template: Template, options: SesOptions) {
  const { now, sendRate = 14, dayQuota = 50_000 } = options;
  const declared = template.all<Identity>("AWS::SES::EmailIdentity").map(({ properties }) => properties);
  const names = declared.map(({ EmailIdentity }) => EmailIdentity);
  const configurationSets = template.all<unknown>("AWS::SES::ConfigurationSet").map(({ name }) => name);
  const inbox = openInbox(options.directory);
  /** Changes when the inbox is cleared: earlier emails then publish no events. */
  let generation = Symbol();
  let sends: { at: number; recipients: number }[] = [];
  /** By the clock of the product. */
  let sendsOfDay: typeof sends = [];
  let faults: Faults = {};
  const server = await serveInbox(options.port, options.head ?? "", inbox, (set) => (faults = set));

  function checkRate({ length: recipients }: string[]): void {
    const at = Date.now();
    sends = sends.filter((send) => send.at > at - 1000 && send.at <= at);
    const sentInSecond = sends.reduce((sum, send) => sum + send.recipients, 0);
    if (sentInSecond > 0 && sentInSecond + recipients > sendRate)
      throw throttled("Maximum sending rate exceeded.");
    sends.push({ at, recipients });
  }

  const recipientsOfDay = (): number => {
    sendsOfDay = sendsOfDay.filter(({ at }) => at > now() - DAY_MS);
    return sendsOfDay.reduce((sum, { recipients }) => sum + recipients, 0);
  };

  function checkQuota(destination: string[]): void {
    const recipients = destination.filter((address) => !simulatedMailbox(address)).length;
    if (recipientsOfDay() + recipients > dayQuota) throw throttled("Daily message quota exceeded.");
    sendsOfDay.push({ at: now(), recipients });
  }

  const identities = {
    /** The verified identity of an address, or the address itself. */
    identityOf: (address: string): string =>
      names.find((name) => name === address) ?? names.find((name) => covers(name, address)) ?? address,
    /** In SES's sandbox, a call also needs permission for the recipients' identities. */
    inSandbox: () => faults.sandbox !== undefined,
  };

  function send(parameters: Record<string, string>): string {
    const outgoing = readSendEmail(parameters);
    checkAllowed(outgoing);
    checkRate(outgoing.destination);
    checkQuota(outgoing.destination);
    const id = messageId(now());
    add(id, outgoing);
    if (outgoing.configurationSet !== undefined) publish(outgoing, id);
    if (consumeFault("acceptThenDrop"))
      throw new AwsError("ConnectionDropped", "The connection is cut before the answer.", 0);
    return `<MessageId>${id}</MessageId>`;
  }

  function checkAllowed({ sender, destination, configurationSet }: OutgoingEmail): void {
    if (consumeFault("throttle")) throw throttled("Maximum sending rate exceeded.");
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
    const { text, html, headers, cc = [], attachments = [] } = email;
    const [from, subject] = [decodeWords(email.from), decodeWords(email.subject)];
    const [to, replyTo] = [email.to.map(decodeWords), email.replyTo.map(decodeWords)];
    inbox.add({
      id,
      from,
      to,
      replyTo,
      subject,
      text,
      html,
      headers,
      ...(cc.length > 0 && { cc: cc.map(decodeWords) }),
      ...(attachments.length > 0 && { attachments }),
      sentAt: new Date(now()).toISOString(),
    });
  }

  function publish(outgoing: OutgoingEmail, id: string): void {
    const events = eventsFor(outgoing, id, now(), faults.delayed ?? []);
    const sentIn = generation;
    setTimeout(() => {
      if (generation === sentIn) events.forEach(options.publish);
    }, EVENT_DELAY_MS).unref();
  }

  function consumeFault(fault: "throttle" | "acceptThenDrop"): boolean {
    const remaining = faults[fault] ?? 0;
    if (remaining > 0) faults = { ...faults, [fault]: remaining - 1 };
    return remaining > 0;
  }

  return {
    /** The inbox: the page at `/`, JSON at `/messages`, and `/faults`. */
    url: server.url,
    emails: inbox.list,
    identities,
    /** Takes the query protocol's flat parameters and returns XML. @throws AwsError; status 0 cuts the connection */
    async call(operation: string, parameters: Record<string, unknown>): Promise<string> {
      if (faults.delayMs) await wait(faults.delayMs);
      if (faults.down)
        throw new AwsError("ServiceUnavailable", "Service is unavailable. Please try again later.", 503);
      if (operation === "GetSendQuota")
        return responseXml(
          operation,
          `<MaxSendRate>${sendRate}</MaxSendRate><Max24HourSend>${dayQuota}</Max24HourSend><SentLast24Hours>${recipientsOfDay()}</SentLast24Hours>`,
        );
      const requested = declared.filter((identity) =>
        Object.values(parameters).includes(identity.EmailIdentity),
      );
      const status = dnsStatus(operation, requested, faults.dnsEmpty ? "Pending" : "Success");
      if (status !== undefined) return responseXml(operation, status);
      if (!/^Send(Raw)?Email$/.test(operation))
        throw new AwsError("InvalidAction", `Could not find operation ${operation}: it is not supported.`);
      if (faults.paused)
        throw new AwsError("AccountSendingPausedException", "Email sending for your account is paused.");
      return responseXml(operation, send(parameters as Record<string, string>));
    },
    /** Adds an email to the inbox that was not sent through SES, such as an invitation. */
    deliver(email: { from: string; to: string; subject: string; text: string; html?: string }): void {
      add(messageId(now()), { html: null, ...email, to: [email.to], replyTo: [] });
    },
    clear(): void {
      generation = Symbol();
      inbox.clear();
      sends = [];
      sendsOfDay = [];
      faults = {};
    },
    async close(): Promise<void> {
      generation = Symbol();
      await server.close();
    },
  };
}

const dnsFields: Record<string, (state: string, identity: Identity) => string> = {
  GetIdentityDkimAttributes: (state) =>
    `<DkimEnabled>true</DkimEnabled><DkimVerificationStatus>${state}</DkimVerificationStatus>` +
    `<DkimTokens>${["one", "two", "three"].map((token) => `<member>${token}</member>`).join("")}</DkimTokens>`,
  GetIdentityMailFromDomainAttributes: (state, { MailFromAttributes = {} }) =>
    `<MailFromDomain>${MailFromAttributes.MailFromDomain ?? ""}</MailFromDomain>` +
    `<MailFromDomainStatus>${state}</MailFromDomainStatus>`,
};

function dnsStatus(operation: string, identities: Identity[], state: string) {
  const fields = dnsFields[operation];
  if (!fields) return undefined;
  const name = operation.replace("GetIdentity", "");
  const values = identities.map(
    (identity) => `<key>${identity.EmailIdentity}</key><value>${fields(state, identity)}</value>`,
  );
  return `<${name}>${values.map((value) => `<entry>${value}</entry>`).join("")}</${name}>`;
}
