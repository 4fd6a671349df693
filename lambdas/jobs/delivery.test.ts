import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { intercept } from "../../test/product/interception.ts";
import { type ReminderProduct, startReminderProduct } from "../../test/product/reminder-product.ts";
import { deliveryRanks } from "../outbox/email-claims.ts";

let on: ReminderProduct;
beforeAll(async () => {
  on = await startReminderProduct();
  await on.saveSettings();
});
afterAll(() => on.product.stop());

let people = 0;
async function someoneAt(email?: string) {
  people += 1;
  const name = `Client ${people}`;
  const client = await on.newClient({ name, email: email ?? `client${people}@client.example` });
  return { client, subscription: await on.subscribe(client.id, "2026-12-31") };
}
const entryOf = async (id: string) => (await on.sendLog(id))[0];
const clientNow = async (id: string) =>
  (await on.call("GET /api/v1/clients")).body.clients.find((client) => client.id === id);

/** An SES event in the form that EventBridge delivers. */
const event = (subscription: string, client: string, email: string, detail: object) => ({
  "detail-type": "Email event",
  source: "aws.ses",
  time: "2026-12-24T07:00:00Z",
  detail: {
    mail: {
      messageId: "message",
      timestamp: "2026-12-24T06:59:00.000Z",
      destination: [email],
      tags: { about: [`${subscription}_2026-12-31`], claim: ["upcoming"], client: [client] },
    },
    ...detail,
  },
});
const bounce = (bounceType: string, emailAddress: string) => ({
  eventType: "Bounce",
  bounce: { bounceType, bounceSubType: "General", bouncedRecipients: [{ emailAddress }] },
});
const sendEvent = (detail: object) => on.product.invoke(feedbackFunction(), detail);
const feedbackFunction = () =>
  on.product.calls().find(({ functionId }) => functionId.startsWith("RemindersDelivery"))?.functionId ?? "";

test("a permanent bounce suppresses the address, notifies the company once, and later emails are skipped", async () => {
  const { client, subscription } = await someoneAt("bounce@simulator.amazonses.com");
  await on.sweep();
  expect(await entryOf(subscription.id)).toMatchObject({ state: "bounced", reason: "Permanent, General" });
  expect((await clientNow(client.id))?.mail_problem).toMatchObject({ kind: "bounced" });
  const [notice, ...more] = await on.mails(/^An email to a client could not be delivered$/);
  expect(more).toEqual([]);
  expect(notice?.text).toContain(`The address of ${client.name} does not accept email: the reminder bounced`);

  await on.sweep("2027-01-01");
  const entries = await on.sendLog(subscription.id);
  expect(entries.map(({ kind, state, reason }) => [kind, state, reason]).sort()).toEqual([
    ["overdue", "skipped", "address suppressed"],
    ["upcoming", "bounced", "Permanent, General"],
  ]);
});

test("a new address is not suppressed, and gets the skipped reminder", async () => {
  const { client, subscription } = await someoneAt("bounce+again@simulator.amazonses.com");
  await on.sweep("2027-01-01");
  expect((await clientNow(client.id))?.mail_problem?.kind).toBe("bounced");
  const email = "right@client.example";
  await on.call("PUT /api/v1/clients/{id}", {
    params: { id: client.id },
    body: { name: client.name, email },
  });
  expect((await clientNow(client.id))?.mail_problem).toBeUndefined();
  await on.change(subscription.id, { next_billing_date: "2027-01-05" });
  await on.sweep("2027-01-02");
  expect((await on.reminders()).filter(({ to }) => to[0] === email).length).toBe(1);
});

test("a complaint after the delivery suppresses the address", async () => {
  const { client, subscription } = await someoneAt("complaint@simulator.amazonses.com");
  await on.sweep("2027-01-02");
  expect(await entryOf(subscription.id)).toMatchObject({ state: "complained" });
  expect((await clientNow(client.id))?.mail_problem?.kind).toBe("complained");
  expect((await on.mails(/marked an email as spam/)).length).toBe(1);
});

test("an SES event before the sender has recorded the email keeps both records", async () => {
  const client = await on.newClient({ name: "Halima", email: "halima@client.example" });
  const subscription = await on.subscribe(client.id, "2026-12-31", { service: "Payroll" });
  let early = false;
  intercept(on.product, async ({ from, operation, body }, pass) => {
    const isRecord =
      from?.startsWith("RemindersSend") && operation === "UpdateItem" && body.includes(":new_message_id");
    if (isRecord && body.includes(subscription.id) && !early) {
      await expect.poll(async () => (await entryOf(subscription.id))?.state).toBe("delivered");
      early = true;
    }
    return pass();
  });
  await on.sweep("2027-01-02");
  expect(early).toBe(true);
  expect(await entryOf(subscription.id)).toMatchObject({
    state: "delivered",
    service: "Payroll",
    named: { charges: 1, amounts: { USD: expect.any(Number) } },
  });
});

test("an email that SES reports as delayed is shown as delayed", async () => {
  const { client, subscription } = await someoneAt();
  await on.faults({ delayed: [client.email] });
  await on.sweep("2027-01-02");
  await on.faults();
  expect(await entryOf(subscription.id)).toMatchObject({
    state: "delayed",
    reason: "TransientCommunicationFailure",
  });
});

test("an event sets the status of every charge in the email", async () => {
  const { client, subscription } = await someoneAt("bounce+several@simulator.amazonses.com");
  const second = await on.subscribe(client.id, "2027-01-03");
  await on.sweep("2027-01-02");
  const rows = [...(await on.sendLog(subscription.id)), ...(await on.sendLog(second.id))];
  expect(rows.map(({ kind, state, reason }) => [kind, state, reason])).toEqual([
    ["overdue", "bounced", "Permanent, General"],
    ["upcoming", "bounced", "Permanent, General"],
  ]);
  expect(rows.map(({ same_email }) => same_email)).toEqual([undefined, true]);
  expect(new Set(rows.map(({ message_id }) => message_id)).size).toBe(1);
  const after = await on.call("GET /api/v1/reminders", { query: { day: "2027-01-02" } });
  expect(after.body.reminders.filter(({ client_id }) => client_id === client.id).length).toBe(1);
});

test("a bounce of a former address suppresses nothing", async () => {
  const { client, subscription } = await someoneAt();
  await on.sweep("2027-01-02");
  await sendEvent(
    event(subscription.id, client.id, "old@client.example", bounce("Permanent", "old@client.example")),
  );
  expect((await clientNow(client.id))?.mail_problem).toBeUndefined();
});

test("permanent bounces and complaints of the last 30 days are counted", async () => {
  const counted = async () => (await on.call("GET /api/v1/reminders/deliverability")).body;
  const before = await counted();
  expect(before).toMatchObject({ from: "2026-11-25", to: "2026-12-24" });
  const line = (day: string, state: string, delivery_rank: number, more = "", others: object = {}) =>
    on.put("Reminders", {
      about: `counted ${day}`,
      claim: `overdue#${state}${more}`,
      period: day,
      kind: "overdue",
      state,
      delivery_rank,
      day,
      at: `${day}T04:00:00.000Z`,
      ...others,
    });
  await Promise.all([
    line("2026-11-24", "bounced", deliveryRanks.bounced),
    line("2026-11-25", "bounced", deliveryRanks.bounced),
    line("2026-12-01", "bounced", deliveryRanks.temporarilyBounced, "#now"),
    line("2026-12-01", "complained", deliveryRanks.complained),
    // Another charge in the same email.
    line("2026-12-01", "complained", deliveryRanks.complained, "#other", { same_email: true }),
    ...["delivered", "sent", "skipped", "failed", "waiting"].map((state) => line("2026-12-24", state, 0)),
  ]);
  const { sent, bounced, complained } = await counted();
  expect([sent - before.sent, bounced - before.bounced, complained - before.complained]).toEqual([5, 1, 1]);
});

test("an event without an email in the send log is ignored", async () => {
  await expect(
    sendEvent({
      ...event("x", "x", "x", {}),
      detail: { eventType: "Send", mail: { messageId: "m", timestamp: "2026-12-24T07:00:00Z", tags: {} } },
    }),
  ).resolves.toBeNull();
});

test("repeated, late and reordered events give the same result", async () => {
  const { client, subscription } = await someoneAt();
  await on.sweep("2027-01-02");
  const of = (detail: object) => event(subscription.id, client.id, client.email, detail);
  const elsewhere = "old@client.example";
  const events = {
    send: of({ eventType: "Send" }),
    delay: of({ eventType: "DeliveryDelay", deliveryDelay: { delayType: "MailboxFull" } }),
    absence: of(bounce("Transient", client.email)),
    delivery: of({ eventType: "Delivery" }),
    bounce: of(bounce("Permanent", elsewhere)),
    complaint: of({
      eventType: "Complaint",
      complaint: { complainedRecipients: [{ emailAddress: elsewhere }] },
    }),
  };
  const names = Object.keys(events) as (keyof typeof events)[];
  const states = ["sent", "delayed", "bounced", "delivered", "bounced", "complained"];
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.constantFrom(...names), { minLength: 1 }).chain((chosen) =>
        fc.tuple(
          fc.constant(chosen),
          fc.shuffledSubarray([...chosen, ...chosen], {
            minLength: chosen.length,
            maxLength: 2 * chosen.length,
          }),
        ),
      ),
      async ([chosen, order]) => {
        await on.put("Reminders", {
          about: `${subscription.id}#2026-12-31`,
          claim: "upcoming",
          subscription_id: subscription.id,
          period: "2026-12-31",
          kind: "upcoming",
          state: "claimed",
          delivery_rank: 0,
          day: "2026-12-24",
          at: "2026-12-24T04:00:00.000Z",
        });
        for (const name of [...order, ...chosen]) await sendEvent(events[name]);
        const furthest = Math.max(...chosen.map((name) => names.indexOf(name)));
        const upcoming = (await on.sendLog(subscription.id)).find(({ kind }) => kind === "upcoming");
        expect(upcoming?.state).toBe(states[furthest]);
      },
    ),
    { numRuns: 25 },
  );
  // The client's own address had only transient bounces.
  expect((await clientNow(client.id))?.mail_problem).toBeUndefined();
});

test.each([
  ["abuse", "complained"],
  [null, "complained"],
  [undefined, "complained"],
  ["not-spam", undefined],
  ["auth-failure", undefined],
  ["virus", undefined],
])("feedback of the type %s marks the address as %s", async (complaintFeedbackType, kind) => {
  const { client, subscription } = await someoneAt();
  await on.sweep("2027-01-02");
  const report = event(subscription.id, client.id, client.email, {
    eventType: "Complaint",
    complaint: { complainedRecipients: [{ emailAddress: client.email }], complaintFeedbackType },
  });
  report.detail.mail.tags.claim = ["overdue"];
  await sendEvent(report);
  expect((await clientNow(client.id))?.mail_problem?.kind).toBe(kind);
  expect(await entryOf(subscription.id)).toMatchObject({ state: kind ?? "delivered" });
});

test("three emails that come back within 30 days mark the address, until somebody says that it works again", async () => {
  // On the days that follow, the others would be reminded too.
  const { clients } = (await on.call("GET /api/v1/clients")).body;
  await Promise.all(clients.map(on.deactivate));
  await on.saveSettings({ remind_before: [7, 3, 1, 0], remind_after: [1, 7, 14, 30] });
  const client = await on.newClient({ name: "Full Box", email: "full@client.example" });
  const { id } = await on.subscribe(client.id, "2027-02-10", { frequency: "yearly" });
  await on.faults({ delayed: [client.email] });
  /** Reminds on a day; the email comes back on the same day. */
  const returned = async (day: string, kind: string, bounceType = "Transient") => {
    await on.sweep(day);
    const { detail, ...rest } = event(id, client.id, client.email, bounce(bounceType, client.email));
    const { message_id } = (await on.sendLog(id)).find(({ entry }) => entry === `2027-02-10#${kind}`) ?? {};
    expect(message_id).toBeDefined();
    const tags = { ...detail.mail.tags, about: [`${id}_2027-02-10`], claim: [kind] };
    const mail = { ...detail.mail, messageId: message_id, timestamp: `${day}T06:59:00.000Z`, tags };
    const comeBack = { ...rest, time: `${day}T07:00:00Z`, detail: { ...detail, mail } };
    await sendEvent(comeBack);
    await sendEvent(comeBack);
    await on.product.idle();
    return (await clientNow(client.id))?.mail_problem;
  };
  expect(await returned("2027-02-03", "upcoming")).toBeUndefined();
  expect(await returned("2027-02-07", "upcoming-3", "Undetermined")).toBeUndefined();
  expect(await returned("2027-02-09", "upcoming-1")).toMatchObject({
    kind: "returned",
    reason: "Transient, General",
  });
  const [notice, ...more] = await on.mails(/^Emails to a client come back$/);
  expect(more).toEqual([]);
  expect(notice?.text).toContain(
    "Three emails to Full Box came back within 30 days. The last one was a reminder.",
  );
  expect(notice?.text).toContain("The reason: The mailbox did not accept it this time.");
  await on.sweep("2027-02-10");
  expect((await on.sendLog(id)).map(({ reason }) => reason)).toContain("address suppressed");

  const params = { id: client.id };
  const { name, email, version } = (await clientNow(client.id)) ?? client;
  const body = { name, email, version, mail_works: true as const };
  const saved = await on.call("PUT /api/v1/clients/{id}", { params, body });
  expect(saved.body.client).not.toHaveProperty("mail_problem");
  expect(saved.body.client).not.toHaveProperty("mail_works");
  // Emails that came back before that day do not count any more, and those of 30 days ago neither.
  const row = (await on.rows("Clients")).find((row) => row.id === client.id);
  await on.put("Clients", { ...row, mail_works_since: "2027-02-10T08:00:00.000Z" });
  expect(await returned("2027-02-11", "overdue")).toBeUndefined();
  expect(await returned("2027-02-17", "overdue-7")).toBeUndefined();
  expect(await returned("2027-03-15", "overdue-30")).toBeUndefined();
  await on.faults();
});

test("an email that was delivered all the same, as with an absence note, did not come back", async () => {
  const client = await on.newClient({ email: "away@client.example" });
  const { id } = await on.subscribe(client.id, "2027-04-10", { frequency: "yearly" });
  for (const [day, kind] of [
    ["2027-04-03", "upcoming"],
    ["2027-04-07", "upcoming-3"],
    ["2027-04-09", "upcoming-1"],
    ["2027-04-10", "upcoming-0"],
  ]) {
    await on.sweep(day);
    const { detail, ...rest } = event(id, client.id, client.email, bounce("Transient", client.email));
    const tags = { ...detail.mail.tags, entry: [`2027-04-10_${kind}`] };
    const mail = { ...detail.mail, messageId: `absent ${day}`, tags };
    await sendEvent({ ...rest, time: `${day}T07:00:00Z`, detail: { ...detail, mail } });
  }
  expect((await on.sendLog(id)).map(({ state }) => state)).toEqual(Array(4).fill("delivered"));
  expect((await clientNow(client.id))?.mail_problem).toBeUndefined();
});

test("a receipt that bounces is called a receipt", async () => {
  const { client } = await someoneAt();
  const about = "00000000-0000-4000-8000-000000000000";
  const claim = `receipt#${client.id}#2026-12-31#100#0`;
  const at = "2026-12-24T06:59:00.000Z";
  const row = {
    kind: "receipt",
    period: "2026-12-31",
    state: "sent",
    delivery_rank: 1,
    day: "2026-12-24",
    at,
  };
  await on.put("Reminders", { about, claim, ...row });
  const { detail, ...rest } = event(client.id, client.id, client.email, bounce("Permanent", client.email));
  const tags = { ...detail.mail.tags, about: [about], claim: [claim.replaceAll("#", "_")] };
  await sendEvent({ ...rest, detail: { ...detail, mail: { ...detail.mail, tags } } });
  await on.product.idle();
  const notices = await on.mails(/^An email to a client could not be delivered$/);
  expect(notices.map(({ text }) => text).join()).toContain(
    `The address of ${client.name} does not accept email: the receipt bounced permanently.`,
  );
});
