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
