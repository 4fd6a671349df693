import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  GetIdentityDkimAttributesCommand,
  GetIdentityMailFromDomainAttributesCommand,
  GetSendQuotaCommand,
  ListTemplatesCommand,
} from "@aws-sdk/client-ses";
import { expect, test } from "vitest";
import { afterTest, email, startSes } from "../../test/ses-under-test.ts";

test("sent emails are in the inbox unchanged, the newest first", async () => {
  const { service, ses, emails } = await startSes();
  await ses.send(email());
  const { MessageId } = await ses.send(
    email({
      Destination: { ToAddresses: ["a@client.example", '"B, c" <b@client.example>'] },
      ReplyToAddresses: ["office@example.com"],
      Message: {
        Subject: { Data: "Wanjikũ <b>&amp;</b>" },
        Body: { Text: { Data: "text" }, Html: { Data: "<p>html</p>" } },
      },
    }),
  );
  const all = await emails();
  expect(all).toHaveLength(2);
  expect(all[0]).toEqual({
    id: MessageId,
    from: "Mwamba <no-reply@example.com>",
    to: ["a@client.example", '"B, c" <b@client.example>'],
    replyTo: ["office@example.com"],
    subject: "Wanjikũ <b>&amp;</b>",
    text: "text",
    html: "<p>html</p>",
    headers: {},
    sentAt: "2026-11-20T04:00:00.000Z",
  });
  expect(all[1]).toMatchObject({ text: "Dear Jane & co", html: null });
  expect((await fetch(`${service.url}/none`)).status).toBe(404);
  await fetch(`${service.url}/messages`, { method: "DELETE" });
  expect(await emails()).toEqual([]);
});

test("the inbox survives a restart, and an incomplete line is ignored", async () => {
  const directory = mkdtempSync(join(tmpdir(), "mail-"));
  afterTest(() => rmSync(directory, { recursive: true }));
  const first = await startSes({ directory });
  await first.ses.send(email());
  await first.service.close();
  appendFileSync(join(directory, "inbox.jsonl"), '{"id":"torn","fr');
  const second = await startSes({ directory });
  second.service.deliver({
    from: "pool@example.com",
    to: "jane@client.example",
    subject: "Code",
    text: "1234",
  });
  expect((await second.emails()).map((email) => email.subject)).toEqual(["Code", "Renewal"]);
  await second.service.close();
  expect((await (await startSes({ directory })).emails()).length).toBe(2);
});

test("the sending rate is enforced and reported", async () => {
  const { ses } = await startSes({ sendRate: 2 });
  const two = email({ Destination: { ToAddresses: ["a@client.example", "b@client.example"] } });
  await ses.send(two);
  const rate = { name: "Throttling", message: "Maximum sending rate exceeded." };
  await expect(ses.send(email())).rejects.toMatchObject(rate);
  expect(await ses.send(new GetSendQuotaCommand({}))).toMatchObject({ MaxSendRate: 2 });
  await expect.poll(() => ses.send(email())).toHaveProperty("MessageId");
});

test("each recipient counts in the daily quota, except the simulator's", async () => {
  const { ses } = await startSes({ dayQuota: 3 });
  const two = { ToAddresses: ["a@client.example"], CcAddresses: ["b@client.example"] };
  await ses.send(email({ Destination: two }));
  const quota = { name: "Throttling", message: "Daily message quota exceeded." };
  await expect(ses.send(email({ Destination: two }))).rejects.toMatchObject(quota);
  await ses.send(email({ Destination: { ToAddresses: ["success@simulator.amazonses.com"] } }));
  expect(await ses.send(new GetSendQuotaCommand({}))).toMatchObject({ Max24HourSend: 3, SentLast24Hours: 2 });
});

test("an identity's DNS records are found, except with a fault", async () => {
  const { ses, faults } = await startSes();
  const identities = { Identities: ["example.org", "unknown.example"] };
  const attributes = async () => ({
    ...(await ses.send(new GetIdentityDkimAttributesCommand(identities))).DkimAttributes,
    ...(await ses.send(new GetIdentityMailFromDomainAttributesCommand(identities))).MailFromDomainAttributes,
  });
  const dkim = async () => (await ses.send(new GetIdentityDkimAttributesCommand(identities))).DkimAttributes;
  expect(await dkim()).toEqual({
    "example.org": {
      DkimEnabled: true,
      DkimVerificationStatus: "Success",
      DkimTokens: ["one", "two", "three"],
    },
  });
  expect(await attributes()).toEqual({
    "example.org": expect.objectContaining({
      MailFromDomain: "bounces.example.org",
      MailFromDomainStatus: "Success",
    }),
  });
  await faults({ dnsEmpty: true });
  expect((await dkim())?.["example.org"]).toMatchObject({ DkimVerificationStatus: "Pending" });
  expect((await attributes())["example.org"]).toMatchObject({ MailFromDomainStatus: "Pending" });
});

test("an unsupported operation is an error", async () => {
  const { ses } = await startSes();
  await expect(ses.send(new ListTemplatesCommand({}))).rejects.toMatchObject({ name: "InvalidAction" });
});
