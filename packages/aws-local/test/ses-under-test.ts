import { SESClient, SendEmailCommand, type SendEmailCommandInput } from "@aws-sdk/client-ses";
import { afterEach } from "vitest";
import type { SesEvent } from "../src/ses/events.ts";
import type { Email } from "../src/ses/inbox.ts";
import { openSes, type SesOptions } from "../src/ses/ses.ts";
import { sdkEndpoint } from "./sdk-endpoint.ts";
import { templateOf } from "./template-under-test.ts";

export const NOW = Date.parse("2026-11-20T04:00:00Z");
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** Runs after the test, in reverse order. */
export function afterTest(close: () => unknown): void {
  closing.push(close);
}

const identity = (EmailIdentity: string, more = {}) => {
  return { Type: "AWS::SES::EmailIdentity", Properties: { EmailIdentity, ...more } };
};
const template = templateOf({
  Sender: identity("no-reply@example.com"),
  Domain: identity("example.org", { MailFromAttributes: { MailFromDomain: "bounces.example.org" } }),
  Reminders: { Type: "AWS::SES::ConfigurationSet", Properties: { Name: "reminders" } },
});

/** SES with a client of the real SDK. */
export async function startSes(options: Partial<SesOptions> = {}, attempts = 1) {
  const events: SesEvent[] = [];
  let notify = () => {};
  const service = await openSes(template, {
    port: 0,
    now: () => NOW,
    publish: (event) => {
      events.push(event);
      notify();
    },
    ...options,
  });
  closing.push(() => service.close());
  const { client, close } = await sdkEndpoint((operation, input) =>
    service.call(operation, input as Record<string, string>),
  );
  closing.push(close);
  const ses = new SESClient({ ...client, maxAttempts: attempts });
  closing.push(() => ses.destroy());
  /** Waits for this number of events. */
  const published = async (count: number) => {
    while (events.length < count) await new Promise<void>((resolve) => (notify = resolve));
    return events;
  };
  const emails = async (): Promise<Email[]> => (await fetch(`${service.url}/messages`)).json();
  const faults = (set: unknown) =>
    fetch(`${service.url}/faults`, { method: "PUT", body: JSON.stringify(set) }).then(
      (response) => response.status,
    );
  return { service, ses, published, emails, faults };
}

export function email(change: Partial<SendEmailCommandInput> = {}): SendEmailCommand {
  return new SendEmailCommand({
    Source: "Mwamba <no-reply@example.com>",
    Destination: { ToAddresses: ["jane@client.example"] },
    Message: { Subject: { Data: "Renewal" }, Body: { Text: { Data: "Dear Jane & co" } } },
    ...change,
  });
}

export function subjectAndText(Subject: string, Text: string) {
  return { Message: { Subject: { Data: Subject }, Body: { Text: { Data: Text } } } };
}
