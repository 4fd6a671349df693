import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { endInterception, intercept } from "../../test/product/interception.ts";
import { type ReminderProduct, startReminderProduct } from "../../test/product/reminder-product.ts";

// "Today" is 24 December 2026.

let on: ReminderProduct;
beforeAll(async () => {
  on = await startReminderProduct();
  await on.saveSettings();
});
afterAll(() => on.product.stop());

const FROM = "2027-02-01";

const stored = async (id: string) =>
  (await on.call("GET /api/v1/subscriptions")).body.subscriptions.find((row) => row.id === id);
const change = (body: object) => on.call("POST /api/v1/subscriptions/prices", { body });
const takeBack = (id: string) => on.call("DELETE /api/v1/subscriptions/prices/{id}", { params: { id } });
const whys = ({ body }: { body: { rows?: { why?: string | undefined }[] } }) =>
  body.rows?.map(({ why }) => why);

/** A client with monthly subscriptions of these amounts. */
async function subscribed(...amounts: number[]) {
  const client = await on.newClient({ email: `${crypto.randomUUID()}@client.example` });
  const ids: string[] = [];
  for (const amount of amounts)
    ids.push((await on.subscribe(client.id, "2026-12-28", { amount, start_date: "2026-01-28" })).id);
  return { client, ids };
}

let id: string;
beforeEach(() => {
  id = crypto.randomUUID();
});

describe("a change of prices", () => {
  test("shows in a preview what it does, changes nothing by it, and has the records of one change", async () => {
    const first = await subscribed(100, 149.99);
    const second = await subscribed(50);
    const body = { id, ids: [...first.ids, ...second.ids], percent: 7, round: 1, from: FROM };
    const preview = await change({ ...body, preview: true });
    expect(preview.status).toBe(200);
    expect((await stored(first.ids[0] as string))?.next_price).toBeUndefined();
    const done = await change(body);
    expect(done.body).toEqual(preview.body);
    expect(done.body.rows.map(({ before, after, currency, why }) => [before, after, currency, why])).toEqual([
      [100, 107, "USD", undefined],
      [149.99, 160, "USD", undefined],
      [50, 54, "USD", undefined],
    ]);
    expect((await stored(second.ids[0] as string))?.next_price).toEqual({
      amount: 54,
      from: FROM,
      change: id,
    });
    const { body: timeline } = await on.call("GET /api/v1/clients/{id}/timeline", {
      params: { id: first.client.id },
    });
    expect(JSON.stringify(timeline).match(/subscription-changed/g)).toHaveLength(2);
  });

  test("does all but those that it names", async () => {
    const { ids } = await subscribed(100, 0, 200, 70);
    const [paid = "", free = "", inactive = "", ending = ""] = ids;
    await on.change(inactive, { status: "inactive" });
    await on.change(ending, { ends_on: "2027-01-31" });
    const gone = await subscribed(100);
    const admin = on.product.callerFor(
      (await on.product.signIn(await on.product.createStaff("admin"))).access,
    );
    const erased = await admin("POST /api/v1/clients/{id}/erasure", {
      params: { id: gone.client.id },
      body: { version: gone.client.version },
    });
    expect(erased.status).toBe(200);
    const unknown = crypto.randomUUID();
    const answer = await change({
      id,
      ids: [free, inactive, ending, ...gone.ids, unknown, paid],
      percent: 10,
      from: FROM,
    });
    expect(whys(answer)).toEqual([
      "It is free, and stays free.",
      "An inactive subscription gets no new price.",
      expect.stringMatching(/^The subscription ends on Jan 31, 2027, before the price/),
      "The client was erased.",
      "This subscription does not exist.",
      undefined,
    ]);
    expect((await stored(paid))?.next_price?.amount).toBe(110);
    const same = await change({ ids: [paid], amount: 100, from: "2027-03-01" });
    expect(whys(same)).toEqual(["The price stays the same."]);
  });

  test("is repeated by its id: what is missing is completed, and other content is refused", async () => {
    const { ids } = await subscribed(100, 200);
    const [first = "", second = ""] = ids;
    const body = { id, ids: [first], amount: 120, from: FROM };
    const once = await change(body);
    expect((await change(body)).body).toEqual(once.body);
    const rest = await change({ ...body, ids });
    expect(rest.body.rows.map(({ before, after }) => [before, after])).toEqual([
      [100, 120],
      [200, 120],
    ]);
    const other = await change({ ...body, amount: 121 });
    expect([other.status, other.body.error]).toEqual([409, expect.stringMatching(/other content/)]);
    expect((await stored(second))?.next_price?.amount).toBe(120);
  });

  test("is made once by two people at once", async () => {
    const { ids } = await subscribed(100, 200, 300);
    const body = { id, ids, percent: 5, from: FROM };
    const [one, two] = await Promise.all([change(body), change(body)]);
    expect([one.status, two.status]).toEqual([200, 200]);
    expect(one.body).toEqual(two.body);
    expect((await stored(ids[0] as string))?.version).toBe(2);
    const [three, four] = await Promise.all([
      change({ ids, percent: 6, from: FROM }),
      change({ ids, percent: 8, from: FROM }),
    ]);
    expect([three.status, four.status]).toEqual([200, 200]);
    const amounts = (await Promise.all(ids.map(stored))).map((row) => row?.next_price?.change);
    expect(new Set(amounts).size).toBe(1);
  });

  test("is completed by a repeat after a crash between two clients", async () => {
    const people = [await subscribed(100), await subscribed(200), await subscribed(300)];
    const ids = people.flatMap((person) => person.ids);
    const body = { id, ids, percent: 5, from: FROM };
    let transactions = 0;
    intercept(on.product, async ({ operation }, pass) => {
      if (operation === "TransactWriteItems") transactions += 1;
      return operation === "TransactWriteItems" && transactions > 1 ? undefined : pass();
    });
    const crashed = await change(body).finally(() => endInterception(on.product));
    expect(crashed.status).toBeGreaterThanOrEqual(500);
    const changed = async () =>
      (await Promise.all(ids.map(stored))).filter((row) => row?.next_price?.change === id).length;
    expect(await changed()).toBe(1);
    const { body: answer } = await change(body);
    expect(answer.rows.map(({ after, why }) => [after, why])).toEqual([
      [105, undefined],
      [210, undefined],
      [315, undefined],
    ]);
    expect(await changed()).toBe(3);
  });

  test.each([
    [{ percent: 5, amount: 5 }, "Please give either a percentage or an amount."],
    [{}, "Please give either a percentage or an amount."],
    [{ percent: 5, from: "2026-12-24" }, "The day of a new price must be after today."],
    [
      { percent: 5, from: "2027-01-22", notify: true },
      "Clients who are told need 30 days: choose Jan 23, 2027 or later.",
    ],
  ])("is refused with %j", async (more, sentence) => {
    const { status, body } = await change({ ids: [crypto.randomUUID()], from: FROM, ...more });
    expect([status, body.error]).toEqual([400, sentence]);
  });
});

describe("taking a change back", () => {
  test("withdraws what still waits of it, answers alike again, and lets nothing follow", async () => {
    const { ids } = await subscribed(100, 200, 300);
    const [first = "", second = "", third = ""] = ids;
    await change({ id, ids: [first, second], percent: 10, from: FROM });
    await on.change(second, { next_price: { amount: 250, from: FROM } });
    const answer = await takeBack(id);
    expect(answer.body.rows?.map(({ subscription_id, why }) => [subscription_id, why]).sort()).toEqual(
      [
        [first, undefined],
        [second, "Another price was agreed since."],
      ].sort(),
    );
    expect(answer.body.left).toBe(0);
    expect((await stored(first))?.next_price).toBeUndefined();
    expect((await stored(second))?.next_price?.amount).toBe(250);
    expect(new Set((await takeBack(id)).body.rows)).toEqual(new Set(answer.body.rows));
    const late = await change({ id, ids, percent: 10, from: FROM });
    expect(whys(late)).toEqual(ids.map(() => "This change of prices was taken back."));
    expect((await stored(third))?.next_price).toBeUndefined();
  });

  test("withdraws also the price of a subscription that another client has by now", async () => {
    const [{ ids }, next] = [await subscribed(100), await subscribed()];
    const [moved = ""] = ids;
    await change({ id, ids, percent: 7, from: FROM });
    expect(
      (await on.change(moved, { client_id: next.client.id })).body.subscription.next_price,
    ).toMatchObject({
      change: id,
    });
    expect(whys(await takeBack(id))).toEqual([undefined]);
    expect((await stored(moved))?.next_price).toBeUndefined();
  });

  test("is refused once its day has come, and for a change that nobody made", async () => {
    const { ids } = await subscribed(100);
    await change({ id, ids, percent: 10, from: "2026-12-25" });
    await on.product.setClock("2026-12-25T09:00");
    const late = await takeBack(id);
    expect([late.status, late.body.error]).toEqual([
      409,
      "These prices hold since Dec 25, 2026. Change the prices again to go back.",
    ]);
    expect((await takeBack(crypto.randomUUID())).status).toBe(409);
    // A repeat of the change itself still answers as before.
    expect(whys(await change({ id, ids, percent: 10, from: "2026-12-25" }))).toEqual([undefined]);
    await on.product.setClock("2026-12-24T09:00");
  });
});
