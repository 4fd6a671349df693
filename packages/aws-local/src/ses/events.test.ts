import { expect, test } from "vitest";
import { email, startSes } from "../../test/ses-under-test.ts";

test("an email with a configuration set publishes SES's events, others publish none", async () => {
  const { ses, published } = await startSes();
  await ses.send(email());
  const { MessageId } = await ses.send(
    email({ ConfigurationSetName: "reminders", Tags: [{ Name: "kind", Value: "upcoming" }] }),
  );
  const [send, delivery, ...otherEvents] = await published(2);
  expect(otherEvents).toEqual([]);
  expect(send).toEqual({
    eventType: "Send",
    send: {},
    mail: {
      timestamp: "2026-11-20T04:00:00.000Z",
      source: "Mwamba <no-reply@example.com>",
      sourceArn: "arn:aws:ses:eu-west-1:111122223333:identity/no-reply@example.com",
      sendingAccountId: "111122223333",
      messageId: MessageId,
      destination: ["jane@client.example"],
      commonHeaders: {
        from: ["Mwamba <no-reply@example.com>"],
        to: ["jane@client.example"],
        messageId: MessageId,
        subject: "Renewal",
      },
      tags: {
        "ses:configuration-set": ["reminders"],
        kind: ["upcoming"],
      },
    },
  });
  expect(delivery).toMatchObject({
    eventType: "Delivery",
    mail: { messageId: MessageId },
    delivery: { recipients: ["jane@client.example"], timestamp: "2026-11-20T04:00:00.000Z" },
  });
});

test.each([
  ["success+one", ["Send", "Delivery"], {}],
  ["ooto", ["Send", "Delivery"], {}],
  ["bounce+one", ["Send", "Bounce"], { bounce: { bounceType: "Permanent", bounceSubType: "General" } }],
  ["suppressionlist", ["Send", "Bounce"], { bounce: { bounceSubType: "Suppressed" } }],
  ["complaint", ["Send", "Delivery", "Complaint"], { complaint: { complaintFeedbackType: "abuse" } }],
])("the simulator's %s mailbox publishes %j", async (mailbox, types, last) => {
  const { ses, published } = await startSes();
  const ToAddresses = [`${mailbox}@simulator.amazonses.com`];
  await ses.send(email({ Destination: { ToAddresses }, ConfigurationSetName: "reminders" }));
  const events = await published(types.length);
  expect(events.map((event) => event.eventType)).toEqual(types);
  expect(events.at(-1)).toMatchObject(last);
});

test("a delayed email publishes an event", async () => {
  const { ses, published, faults } = await startSes();
  await faults({ delayed: ["jane@client.example"] });
  await ses.send(email({ ConfigurationSetName: "reminders" }));
  expect((await published(2))[1]).toMatchObject({
    eventType: "DeliveryDelay",
    deliveryDelay: { delayedRecipients: [{ emailAddress: "jane@client.example" }] },
  });
});

test("each recipient of an email has an event of its own, which names all of them", async () => {
  const { ses, published } = await startSes();
  const CcAddresses = ["Books <bounce@simulator.amazonses.com>", "anna@client.example"];
  await ses.send(
    email({
      Destination: { ToAddresses: ["jane@client.example"], CcAddresses },
      ConfigurationSetName: "reminders",
    }),
  );
  const events = await published(4);
  expect(events.map(({ eventType, delivery, bounce }) => [eventType, delivery ?? bounce])).toMatchObject([
    ["Send", undefined],
    ["Delivery", { recipients: ["jane@client.example"] }],
    ["Delivery", { recipients: ["anna@client.example"] }],
    ["Bounce", { bouncedRecipients: [{ emailAddress: "bounce@simulator.amazonses.com" }] }],
  ]);
  for (const { mail } of events)
    expect(mail).toMatchObject({
      destination: ["jane@client.example", "bounce@simulator.amazonses.com", "anna@client.example"],
      commonHeaders: { to: ["jane@client.example"], cc: CcAddresses },
    });
});
