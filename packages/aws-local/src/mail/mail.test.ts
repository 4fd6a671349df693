import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  GetAccountSendingEnabledCommand,
  GetIdentityVerificationAttributesCommand,
  GetSendQuotaCommand,
  GetSendStatisticsCommand,
  ListIdentitiesCommand,
  ListTemplatesCommand,
  SendRawEmailCommand,
  UpdateAccountSendingEnabledCommand,
  VerifyEmailIdentityCommand,
} from "@aws-sdk/client-ses";
import { expect, test } from "vitest";
import { afterTest, email, NOW, startMail } from "../../test/ses-under-test.ts";

test("a mail that was sent stands in the inbox as it was written, the newest first", async () => {
  const { mail, ses, emails } = await startMail();
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
    cc: [],
    bcc: [],
    replyTo: ["office@example.com"],
    subject: "Wanjikũ <b>&amp;</b>",
    text: "text",
    html: "<p>html</p>",
    sentAt: "2026-11-20T04:00:00.000Z",
  });
  expect(all[1]).toMatchObject({ text: "Dear Jane & co", html: null });
  expect(await (await fetch(`${mail.url}/messages/${MessageId}`)).json()).toEqual(all[0]);
  expect((await fetch(`${mail.url}/messages/none`)).status).toBe(404);
  await fetch(`${mail.url}/messages`, { method: "DELETE" });
  expect(await emails()).toEqual([]);
});

test("a raw message is read: encoded words, both forms of the email, blind copies", async () => {
  const { ses, emails, published } = await startMail();
  const raw = [
    "From: =?UTF-8?Q?Mwamba_K=C5=A9?= <no-reply@example.com>",
    "To: Jane <jane@client.example>",
    "Subject: =?UTF-8?B?S8WpcmE=?=",
    " =?UTF-8?B?IGdhxKk=?=",
    "X-SES-CONFIGURATION-SET: reminders",
    'Content-Type: multipart/alternative; boundary="x=y"',
    "",
    "--x=y",
    "Content-Type: text/plain; charset=utf-8",
    "Content-Transfer-Encoding: quoted-printable",
    "",
    "Gatonye=2C K=C5=A9 =",
    "one line",
    "--x=y",
    "Content-Type: text/html; charset=utf-8",
    "Content-Transfer-Encoding: base64",
    "",
    Buffer.from("<p>Kũ</p>").toString("base64"),
    "--x=y--",
    "",
  ].join("\r\n");
  await ses.send(
    new SendRawEmailCommand({
      Destinations: ["jane@client.example", "copy@example.org"],
      RawMessage: { Data: Buffer.from(raw) },
    }),
  );
  expect((await emails())[0]).toMatchObject({
    from: "Mwamba Kũ <no-reply@example.com>",
    to: ["Jane <jane@client.example>"],
    bcc: ["copy@example.org"],
    subject: "Kũra gaĩ",
    text: "Gatonye, Kũ one line",
    html: "<p>Kũ</p>",
  });
  const [send] = await published(2);
  expect(send?.mail.destination).toEqual(["jane@client.example", "copy@example.org"]);
});

test("the inbox is kept over a restart, and half a line that a kill left is passed over", async () => {
  const directory = mkdtempSync(join(tmpdir(), "mail-"));
  afterTest(() => rmSync(directory, { recursive: true }));
  const first = await startMail({ directory });
  await first.ses.send(email());
  await first.mail.close();
  appendFileSync(join(directory, "inbox.jsonl"), '{"id":"torn","fr');
  const second = await startMail({ directory });
  second.mail.deliver({ from: "pool@example.com", to: "jane@client.example", subject: "Code", text: "1234" });
  expect((await second.emails()).map((each) => each.subject)).toEqual(["Code", "Renewal"]);
  await second.mail.close();
  expect((await (await startMail({ directory })).emails()).length).toBe(2);
});

test("both quotas are enforced and told", async () => {
  let now = NOW;
  const { ses } = await startMail({ quota: { max24HourSend: 3, maxSendRate: 2 }, now: () => now });
  const two = email({ Destination: { ToAddresses: ["a@client.example", "b@client.example"] } });
  await ses.send(two);
  const rate = { name: "Throttling", message: "Maximum sending rate exceeded." };
  await expect(ses.send(email())).rejects.toMatchObject(rate);
  expect(await ses.send(new GetSendQuotaCommand({}))).toMatchObject({
    Max24HourSend: 3,
    MaxSendRate: 2,
    SentLast24Hours: 2,
  });
  await expect.poll(() => ses.send(email()), { timeout: 3000 }).toHaveProperty("MessageId");
  await expect
    .poll(() => ses.send(email()).catch((error: Error) => error.message), { timeout: 3000 })
    .toBe("Daily message quota exceeded.");
  now += 24 * 3_600_000;
  await ses.send(email());
});

test("the account's state, identities and statistics can be asked for and changed", async () => {
  const { ses } = await startMail();
  await ses.send(new UpdateAccountSendingEnabledCommand({ Enabled: false }));
  expect((await ses.send(new GetAccountSendingEnabledCommand({}))).Enabled).toBe(false);
  await expect(ses.send(email())).rejects.toMatchObject({ name: "AccountSendingPausedException" });
  await ses.send(new UpdateAccountSendingEnabledCommand({ Enabled: true }));

  await ses.send(new VerifyEmailIdentityCommand({ EmailAddress: "new@client.example" }));
  const { Identities } = await ses.send(new ListIdentitiesCommand({ IdentityType: "EmailAddress" }));
  expect(Identities).toEqual(["no-reply@example.com", "new@client.example"]);
  const asked = new GetIdentityVerificationAttributesCommand({ Identities: ["example.org", "none.example"] });
  expect((await ses.send(asked)).VerificationAttributes).toEqual({
    "example.org": { VerificationStatus: "Success" },
  });

  await ses.send(
    email({
      Source: "new@client.example",
      Destination: { ToAddresses: ["bounce@simulator.amazonses.com"] },
    }),
  );
  expect((await ses.send(new GetSendStatisticsCommand({}))).SendDataPoints).toEqual([
    { Timestamp: new Date(NOW), DeliveryAttempts: 1, Bounces: 1, Complaints: 0, Rejects: 0 },
  ]);
});

test("an operation that is not here is an error, not a wait", async () => {
  const { ses } = await startMail();
  await expect(ses.send(new ListTemplatesCommand({}))).rejects.toMatchObject({ name: "InvalidAction" });
});
