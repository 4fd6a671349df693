import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { SESClient, SendEmailCommand, type SendEmailCommandInput } from "@aws-sdk/client-ses";
import { afterEach } from "vitest";
import { AwsError } from "../src/aws-error.ts";
import type { SesEvent } from "../src/ses/events.ts";
import type { Email } from "../src/ses/inbox.ts";
import { openSes, type Ses, type SesOptions } from "../src/ses/ses.ts";
import { errorXml } from "../src/ses/xml.ts";

export const NOW = Date.parse("2026-11-20T04:00:00Z");
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** Runs after the test, the last first. */
export function afterTest(close: () => unknown): void {
  closing.push(close);
}

/** SES with the real SDK in front of it. */
export async function startSes(options: Partial<SesOptions> = {}, attempts = 1) {
  const events: SesEvent[] = [];
  let heard = () => {};
  const service = await openSes({
    identities: ["no-reply@example.com", "example.org"],
    configurationSets: ["reminders"],
    port: 0,
    now: () => NOW,
    publish: (event) => {
      events.push(event);
      heard();
    },
    ...options,
  });
  closing.push(() => service.close());
  const ses = new SESClient({
    region: "eu-west-1",
    endpoint: await endpoint(service),
    credentials: { accessKeyId: "a", secretAccessKey: "b" },
    maxAttempts: attempts,
  });
  closing.push(() => ses.destroy());
  /** Resolves with the events once there are as many. */
  const published = async (count: number) => {
    while (events.length < count) await new Promise<void>((resolve) => (heard = resolve));
    return events;
  };
  const emails = async (): Promise<Email[]> => (await fetch(`${service.url}/messages`)).json();
  const faults = (set: unknown) =>
    fetch(`${service.url}/faults`, { method: "PUT", body: JSON.stringify(set) }).then(
      (answer) => answer.status,
    );
  return { service, ses, published, emails, faults };
}

async function endpoint(service: Ses): Promise<string> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const parameters = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()));
    try {
      const body = await service.call(parameters.Action ?? "", parameters);
      response.writeHead(200, { "content-type": "text/xml" }).end(body);
    } catch (error) {
      if (!(error instanceof AwsError) || error.status === 0) response.destroy();
      else response.writeHead(error.status, { "content-type": "text/xml" }).end(errorXml(error));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
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
