import { afterAll, beforeAll, expect, test } from "vitest";
import { intercept } from "../../test/product/interception.ts";
import { payPeriods } from "../../test/product/pay-periods.ts";
import { type ReminderProduct, startReminderProduct } from "../../test/product/reminder-product.ts";

let on: ReminderProduct;
beforeAll(async () => {
  on = await startReminderProduct();
  await on.saveSettings();
});
afterAll(() => on.product.stop());

type Copies = { email: string; name?: string; mail_works?: true }[];
let people = 0;
/** A client with copies who is due on the last day of 2026. */
async function someoneWith(copies: Copies, email?: string) {
  people += 1;
  const name = `Client ${people}`;
  const client = await on.newClient({ name, email: email ?? `client${people}@client.example`, copies });
  return { client, subscription: await on.subscribe(client.id, "2026-12-31", { frequency: "yearly" }) };
}
const clientNow = async (id: string) =>
  (await on.call("GET /api/v1/clients/{id}", { params: { id } })).body.client;
const problemsOf = async (id: string) => {
  const { mail_problem, copies = [] } = await clientNow(id);
  return [mail_problem?.kind, ...copies.map((copy) => copy.mail_problem?.kind)];
};
const save = async (id: string, more: object) => {
  const { name, email, version } = await clientNow(id);
  return on.call("PUT /api/v1/clients/{id}", { params: { id }, body: { name, email, version, ...more } });
};
const remindersTo = async (name: string) =>
  (await on.mails(/^Renewal|overdue/i)).filter(({ text }) => text?.includes(`Dear ${name},`));

/** An event about some recipients of the reminder of a subscription, in the form that EventBridge delivers. */
function event(
  { client, subscription }: Awaited<ReturnType<typeof someoneWith>>,
  detail: object,
  { messageId = "message", at = "2026-12-24T07:00:00Z" } = {},
) {
  const { email, copies = [] } = client;
  const destination = [email, ...copies.map((copy) => copy.email)];
  return {
    "detail-type": "Email event",
    source: "aws.ses",
    time: at,
    detail: {
      mail: {
        messageId,
        timestamp: "2026-12-24T06:59:00.000Z",
        destination,
        commonHeaders: { to: [email] },
        tags: { about: [`${subscription.id}_2026-12-31`], claim: ["upcoming"], client: [client.id] },
      },
      ...detail,
    },
  };
}
const bounce = (bounceType: string, ...addresses: string[]) => ({
  eventType: "Bounce",
  bounce: {
    bounceType,
    bounceSubType: "General",
    bouncedRecipients: addresses.map((emailAddress) => ({ emailAddress })),
  },
});
const send = (detail: object) =>
  on.product.invoke(
    on.product.calls().find(({ functionId }) => functionId.startsWith("RemindersDelivery"))?.functionId ?? "",
    detail,
  );

const books = { email: "bounce+books@simulator.amazonses.com", name: "Books & Co" };
const asha = { email: "asha@copies.example", name: "Asha Njeri" };

test("a reminder with two copies is one email; a copy that bounces is blocked, told and unblocked alone", async () => {
  const { client, subscription } = await someoneWith([books, asha]);
  await on.sweep();
  const [email, ...more] = await remindersTo(client.name);
  expect(more).toEqual([]);
  expect(email).toMatchObject({
    to: [client.email],
    cc: [`${books.name} <${books.email}>`, `${asha.name} <${asha.email}>`],
    replyTo: ["hello@mwamba.example"],
  });
  expect(await on.sendLog(subscription.id)).toMatchObject([{ state: "delivered" }]);
  expect(await problemsOf(client.id)).toEqual([undefined, "bounced", undefined]);
  const [notice, ...others] = await on.mails(/^An email to a client could not be delivered$/);
  expect(others).toEqual([]);
  expect(notice?.text).toContain(
    `The address of ${books.name} <${books.email}>, who gets copies of the emails to ${client.name}, does not accept email: the copy of a reminder bounced permanently.`,
  );

  await on.sweep("2027-01-01");
  expect((await remindersTo(client.name))[0]).toMatchObject({
    to: [client.email],
    cc: [`${asha.name} <${asha.email}>`],
  });
  const kept = await save(client.id, { copies: [{ ...books, name: "Books" }, asha] });
  expect(kept.body.client.copies).toMatchObject([{ name: "Books", mail_problem: { kind: "bounced" } }, asha]);
  const unblocked = await save(client.id, { copies: [{ ...books, mail_works: true }, asha] });
  expect(unblocked.body.client.copies).toEqual([books, asha]);
});

test("without the client's own address, the copies get the email, and its status is that of the first", async () => {
  const { client, subscription } = await someoneWith([books, asha], "bounce+own@simulator.amazonses.com");
  await send(event({ client, subscription }, bounce("Permanent", client.email, books.email)));
  expect(await problemsOf(client.id)).toEqual(["bounced", "bounced", undefined]);
  await on.product.idle();
  const notices = await on.mails(/^An email to a client could not be delivered$/);
  expect(notices.filter(({ text }) => text?.includes(client.name)).length).toBe(2);
  await on.sweep("2027-01-02");
  expect(await remindersTo(client.name)).toMatchObject([{ to: [asha.email] }]);
  expect(await on.sendLog(subscription.id)).toMatchObject([{ state: "delivered" }]);
});

test("an event about copies alone changes no status, but proves that the email went out", async () => {
  const someone = await someoneWith([asha]);
  const about = `${someone.subscription.id}#2026-12-31`;
  const row = {
    about,
    subscription_id: someone.subscription.id,
    claim: "upcoming",
    period: "2026-12-31",
    kind: "upcoming",
    day: "2026-12-24",
  };
  await on.put("Reminders", { ...row, state: "claimed", delivery_rank: 0, at: "2026-12-24T04:00:00.000Z" });
  const stateAfter = async (detail: object) => {
    await send(event(someone, detail));
    return (await on.sendLog(someone.subscription.id))[0]?.state;
  };
  expect(await stateAfter(bounce("Transient", asha.email))).toBe("sent");
  const { email } = someone.client;
  expect(await stateAfter({ eventType: "Delivery", delivery: { recipients: [email] } })).toBe("delivered");
  expect(await stateAfter(bounce("Permanent", asha.email.toUpperCase()))).toBe("delivered");
  expect(await problemsOf(someone.client.id)).toEqual([undefined, "bounced"]);
  expect(await stateAfter(bounce("Permanent", email))).toBe("bounced");
});

test("emails that come back are counted for each address, and those that were delivered all the same are not", async () => {
  const someone = await someoneWith([asha, { email: "away@copies.example" }]);
  for (const [at, claim] of ["upcoming", "upcoming-3", "upcoming-1"].entries()) {
    const day = `2026-12-2${at + 4}`;
    const instant = `${day}T07:00:00.000Z`;
    await on.put("Reminders", {
      about: `${someone.subscription.id}#2026-12-31`,
      claim,
      period: "2026-12-31",
      kind: "upcoming",
      state: "delivered",
      delivery_rank: 4,
      client_id: someone.client.id,
      message_id: `message ${at}`,
      day,
      at: instant,
    });
    const ofEmail = (detail: object) => {
      const sesEvent = event(someone, detail, { messageId: `message ${at}`, at: instant });
      sesEvent.detail.mail.tags.claim = [claim];
      return send(sesEvent);
    };
    const away = "away@copies.example";
    await ofEmail({ eventType: "Delivery", delivery: { recipients: [away] } });
    const comeBack = bounce("Transient", asha.email, away, someone.client.email);
    await ofEmail(comeBack);
    await ofEmail(comeBack);
    expect(await problemsOf(someone.client.id)).toEqual([
      undefined,
      at < 2 ? undefined : "returned",
      undefined,
    ]);
  }
  await on.product.idle();
  const [notice] = await on.mails(/^Emails to a client come back$/);
  expect(notice?.text).toContain(`came back from ${asha.name} <${asha.email}> within 30 days`);
});

test("a bounce while somebody saves the client blocks the right copy, and keeps what was saved", async () => {
  const someone = await someoneWith([books, asha]);
  const { id } = someone.client;
  const bounced = event(someone, bounce("Permanent", asha.email));
  let saved = 0;
  intercept(on.product, async ({ from, operation }, pass) => {
    if (from?.startsWith("RemindersDelivery") && operation === "TransactWriteItems" && saved === 0) {
      saved = (await save(id, { copies: [asha, { email: "new@copies.example" }] })).status;
    }
    return pass();
  });
  await send(bounced);
  expect(saved).toBe(200);
  expect((await clientNow(id)).copies).toMatchObject([
    { ...asha, mail_problem: { kind: "bounced" } },
    { email: "new@copies.example" },
  ]);
});

test("events about all addresses at the same time block each of them", async () => {
  const copies = ["a", "b", "c", "d"].map((letter) => ({ email: `${letter}@all.example` }));
  const someone = await someoneWith(copies);
  const addresses = [someone.client.email, ...copies.map(({ email }) => email)];
  await Promise.all(addresses.map((address) => send(event(someone, bounce("Permanent", address)))));
  expect(await problemsOf(someone.client.id)).toEqual(addresses.map(() => "bounced"));
});

test("an address stays blocked when it moves between the client and the copies", async () => {
  const someone = await someoneWith([asha]);
  const { id, email, name } = someone.client;
  await send(event(someone, bounce("Permanent", asha.email)));
  const moved = await save(id, { name, email: asha.email, copies: [{ email }] });
  expect(moved.body.client).toMatchObject({ mail_problem: { kind: "bounced" }, copies: [{ email }] });
  await save(id, { email, copies: [asha, { email: email.toUpperCase() }] });
  expect(await problemsOf(id)).toEqual([undefined, "bounced"]);
});

test("copies with an address of the company, a long name or another header are refused, and nothing changes", async () => {
  const { client } = await someoneWith([asha]);
  const refusals = [
    [
      [{ email: "Hello@mwamba.example" }],
      "Hello@mwamba.example is an address of the company, so it cannot get copies.",
    ],
    [[{ ...asha, name: "n".repeat(250) }], "The name of a copy is too long (at most 200 characters)."],
    [
      [{ ...asha, name: "A\r\nBcc: all@x.example" }],
      "The name of a copy contains characters that cannot be used.",
    ],
    [[{ email: "a@x.example\nBcc: all@x.example" }], "Please provide a valid email address."],
    [
      ["a", "b", "c", "d", "e"].map((letter) => ({ email: `${letter}@x.example` })),
      "A client can have at most 4 copies.",
    ],
  ];
  for (const [copies, error] of refusals)
    expect(await save(client.id, { copies })).toMatchObject({ status: 400, body: { error } });
  expect(await clientNow(client.id)).toEqual(client);
  const refused = await on.call("POST /api/v1/clients", {
    body: { name: "New", email: "new@client.example", copies: [{ email: "office@mwamba.example" }] },
  });
  expect(refused.status).toBe(400);
  const doubled = await save(client.id, {
    copies: [{ email: client.email.toUpperCase() }, asha, { email: asha.email.toUpperCase() }],
  });
  expect(doubled.body.client.copies).toEqual([asha]);
  expect((await save(client.id, { copies: [] })).body.client).not.toHaveProperty("copies");
});

test("a receipt goes to the copies too", async () => {
  await on.saveSettings({ send_receipts: true });
  const { client, subscription } = await someoneWith([asha]);
  await payPeriods(on.call, subscription.id, { period: "2026-12-31", method: "cash" });
  await on.product.idle();
  const [receipt] = (await on.mails(/^Payment received/)).filter(({ to }) => to[0] === client.email);
  expect(receipt).toMatchObject({ cc: [`${asha.name} <${asha.email}>`] });
});
