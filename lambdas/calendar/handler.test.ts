import ICAL from "ical.js";
import { expect, test } from "vitest";
import { addDays } from "../../shared/day.ts";
import { formatCents, toCents } from "../../shared/money.ts";
import { endInterception, intercept } from "../../test/product/interception.ts";
import { payPeriods } from "../../test/product/pay-periods.ts";
import { today } from "../../test/product/product.ts";
import { seedAccounts, seededClient, seedRows } from "../../test/product/seed-rows.ts";
import { aClient, staffedProduct } from "../../test/product/staffed.ts";
import { MAX_ENTRIES } from "./entries.ts";

const on = staffedProduct();

const make = async () => (await on.asStaff("POST /api/v1/staff/me/calendar")).body.path;

/** Parses a response as an app does: the calendar's properties, and its events by day and title. */
async function read(path: string) {
  const answer = await fetch(on.product.site + path);
  expect(answer.status).toBe(200);
  const text = await answer.text();
  const calendar = new ICAL.Component(ICAL.parse(text));
  const events = calendar.getAllSubcomponents("vevent");
  const valueIn = (of: InstanceType<typeof ICAL.Component>, name: string) =>
    String(of.getFirstPropertyValue(name));
  const dates = events.map((event) => `${valueIn(event, "dtstart")} ${valueIn(event, "summary")}`);
  return { answer, text, dates, events, fact: (name: string) => valueIn(calendar, name), valueIn };
}

const newClient = async (more: object = {}) =>
  (await on.asStaff("POST /api/v1/clients", { body: { ...aClient, ...more } })).body.client;
const subscribe = async (client_id: string, next_billing_date: string, more: object = {}) =>
  (
    await on.asStaff("POST /api/v1/subscriptions", {
      body: {
        client_id,
        next_billing_date,
        start_date: "2026-01-15",
        frequency: "monthly",
        amount: 100,
        ...more,
      },
    })
  ).body.subscription;
const note = async (id: string, text: string, due_on?: string) =>
  (await on.asStaff("POST /api/v1/clients/{id}/notes", { params: { id }, body: { text, due_on } })).body.note;

test("the calendar shows what is overdue and due within a year, and notes with a day; only name, service and amount", async () => {
  const path = await make();
  expect((await read(path)).dates).toEqual([]);

  const sample = await newClient({ name: "Sample", email: "a@sample.example", sample: true });
  await subscribe(sample.id, "2026-12-29", { sample: true });
  expect((await read(path)).dates).toEqual(["2026-12-29 Sample — $100.00"]);

  const private_ = { phone: "+254 700 123456", address: "Ngong Road 7", company: "Amani Holdings" };
  const amani = await newClient(private_);
  const overdue = await subscribe(amani.id, "2026-11-30", {
    service: "Loan ledger",
    amount: 4500,
    currency: "KES",
  });
  const parted = await subscribe(amani.id, "2026-12-24", { service: "Website" });
  await payPeriods(on.asStaff, parted.id, { period: "2026-12-24", amount: 60 });
  await subscribe(amani.id, "2027-12-24", { frequency: "yearly" });
  await subscribe(amani.id, "2027-12-25", { frequency: "yearly" });
  await subscribe(amani.id, "2026-12-26", { status: "paused" });
  await subscribe(amani.id, "2026-12-27", { amount: 0, service: "Newsletter" });
  const leaving = await newClient({ name: "Leaving" });
  await subscribe(leaving.id, "2026-12-28");
  await on.asStaff("PUT /api/v1/clients/{id}", {
    params: { id: leaving.id },
    body: { ...aClient, name: "Leaving", status: "inactive" },
  });
  await note(amani.id, "Owes Baraka a favour", "2026-12-30");
  await note(amani.id, "Old quarrel", "2026-12-24");
  await note(amani.id, "Without a day");
  const settled = await note(amani.id, "Settled", "2026-12-29");
  await on.asStaff("POST /api/v1/clients/{id}/notes/{note}/done", {
    params: { id: amani.id, note: settled.id },
  });

  const { answer, text, dates, events, fact, valueIn } = await read(path);
  expect(dates).toEqual([
    "2026-11-30 Amani Traders — Loan ledger — KES\u00a04,500.00",
    "2026-12-24 Amani Traders — Website — $40.00 left",
    "2026-12-24 Note: Amani Traders",
    "2026-12-30 Amani Traders — Loan ledger — KES\u00a04,500.00",
    "2026-12-30 Note: Amani Traders",
    "2027-01-24 Amani Traders — Website — $100.00",
    "2027-12-24 Amani Traders — $100.00",
  ]);
  for (const secret of [
    ...Object.values(private_),
    aClient.email,
    "favour",
    "quarrel",
    amani.payment_reference,
  ])
    expect(text.replaceAll("\r\n ", "")).not.toContain(secret);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": "text/calendar; charset=utf-8",
    "cache-control": "no-store",
    "x-robots-tag": "noindex",
  });
  expect(["version", "method", "x-wr-calname", "refresh-interval"].map(fact)).toEqual([
    "2.0",
    "PUBLISH",
    "Mwamba due dates",
    "PT1H",
  ]);
  for (const event of events) {
    expect(event.getFirstProperty("dtstart")?.type).toBe("date");
    expect(valueIn(event, "transp")).toBe("TRANSPARENT");
    expect(valueIn(event, "url")).toBe(`${on.product.site}/admin/clients/${amani.id}`);
  }

  // Apps recognize an event by its UID, and a change by its sequence number.
  const uidsOf = (calendar: Awaited<ReturnType<typeof read>>) =>
    calendar.events.map((event) => calendar.valueIn(event, "uid")).sort();
  expect(new Set(uidsOf(await read(path))).size).toBe(7);
  expect(uidsOf(await read(path))).toEqual(events.map((event) => valueIn(event, "uid")).sort());
  expect(valueIn(events[0] as never, "uid")).toBe(`${overdue.id}-2026-11-30`);
  const { id, version, client_id, start_date, frequency } = overdue;
  await on.asStaff("PUT /api/v1/subscriptions/{id}", {
    params: { id },
    body: { client_id, start_date, frequency, amount: 5000, open_charges: "change" },
  });
  const changed = await read(path);
  expect(changed.dates[0]).toBe("2026-11-30 Amani Traders — Loan ledger — KES\u00a05,000.00");
  expect(changed.valueIn(changed.events[0] as never, "uid")).toBe(`${overdue.id}-2026-11-30`);
  expect(Number(changed.valueIn(changed.events[0] as never, "sequence"))).toBeGreaterThan(version);
  await payPeriods(on.asStaff, id, { period: "2026-11-30" });
  expect((await read(path)).dates).toContain("2026-12-30 Amani Traders — Loan ledger — KES\u00a05,000.00");
  expect((await read(path)).dates[0]).not.toContain("2026-11-30");
});

test("one-offs of two clients with one id are two events", async () => {
  const path = await make();
  const fee = { id: crypto.randomUUID(), service: "Visit", amount: 10, due: "2026-12-31" };
  for (const name of ["Duma", "Faru"]) {
    const { id } = await newClient({ name });
    await on.asStaff("POST /api/v1/clients/{id}/charges", { params: { id }, body: fee });
  }
  const { events, valueIn } = await read(path);
  const uids = events.flatMap((event) => {
    const uid = valueIn(event, "uid");
    return String(uid).includes(fee.id) ? [uid] : [];
  });
  expect(new Set(uids).size).toBe(2);
});

test("the calendar has exactly the charges of the account, also after a change of the currency and with credit", async () => {
  const { id } = await newClient({ name: "Exact" });
  const subscription = await subscribe(id, "2026-11-05", { service: "Ledger" });
  const change = (body: object) =>
    on.asStaff("PUT /api/v1/subscriptions/{id}", {
      params: { id: subscription.id },
      body: { client_id: id, start_date: "2026-01-15", frequency: "monthly", amount: 100, ...body },
    });
  const pay = (body: { amount: number; currency: "USD" | "KES"; reference: string }) =>
    on.asStaff("POST /api/v1/clients/{id}/payments", {
      params: { id },
      body: { id: crypto.randomUUID(), ...body, credit: true },
    });
  await pay({ amount: 130, currency: "USD", reference: "A" });
  await change({ currency: "KES", amount: 5_000 });
  await pay({ amount: 2_000, currency: "KES", reference: "B" });
  await pay({ amount: 20, currency: "USD", reference: "C" });
  const { charges } = (await on.asStaff("GET /api/v1/clients/{id}/account", { params: { id } })).body;
  const open = charges.filter(({ state }) => state === "open");
  expect(new Set(open.map(({ currency }) => currency)).size).toBe(2);
  const { dates } = await read(await make());
  expect(dates.filter((line) => line.includes("Exact"))).toEqual(
    open.map(({ period, currency, amount, paid }) => {
      const openAmount = formatCents(toCents(amount) - toCents(paid), currency);
      return `${period} Exact — Ledger — ${openAmount}${paid > 0 ? " left" : ""}`;
    }),
  );
});

test("the calendar names one-offs, and has prices and ends to come, with ids that stay when they move", async () => {
  const { id: client } = await newClient({ name: "Agreed" });
  const path = await make();
  const entriesOf = async () => {
    const { events, valueIn } = await read(path);
    return events
      .map((event) => ["dtstart", "summary", "uid", "sequence"].map((name) => valueIn(event, name)))
      .filter(([, title = ""]) => title.startsWith("Agreed"));
  };
  const fee = { id: crypto.randomUUID(), service: "Installation", amount: 50, currency: "USD" } as const;
  const charged = await on.asStaff("POST /api/v1/clients/{id}/charges", {
    params: { id: client },
    body: { ...fee, due: "2026-12-28" },
  });
  expect(charged.status).toBe(201);
  expect(await entriesOf()).toEqual([
    ["2026-12-28", "Agreed — Installation (One-off) — $50.00", `${client}-${fee.id}`, "0"],
  ]);

  const { id } = await subscribe(client, "2027-01-15", { service: "Hosting" });
  const agree = async (more: object) => {
    const { status } = await on.asStaff("PUT /api/v1/subscriptions/{id}", {
      params: { id },
      body: {
        client_id: client,
        start_date: "2026-01-15",
        frequency: "monthly",
        amount: 100,
        service: "Hosting",
        ...more,
      },
    });
    expect(status).toBe(200);
    return (await entriesOf()).filter(([, , uid]) => uid === `${id}-price` || uid === `${id}-end`);
  };
  const [price, end] = await agree({
    next_price: { amount: 120, from: "2027-02-15" },
    ends_on: "2027-03-20",
  });
  expect(price?.slice(0, 3)).toEqual(["2027-02-15", "Agreed — Price of Hosting: $120.00", `${id}-price`]);
  expect(end?.slice(0, 3)).toEqual(["2027-03-20", "Agreed — Hosting ends", `${id}-end`]);
  const [moved, later] = await agree({
    next_price: { amount: 130, from: "2027-03-15" },
    ends_on: "2027-12-24",
  });
  expect(moved?.slice(0, 3)).toEqual(["2027-03-15", "Agreed — Price of Hosting: $130.00", `${id}-price`]);
  expect(later?.slice(0, 3)).toEqual(["2027-12-24", "Agreed — Hosting ends", `${id}-end`]);
  expect(Number(moved?.[3])).toBeGreaterThan(Number(price?.[3]));
  // Beyond a year.
  expect((await agree({ next_price: null, ends_on: "2027-12-25" })).length).toBe(0);
  // Also one that has no charge to come any more.
  expect((await agree({ ends_on: "2026-12-31" })).map(([day]) => day)).toEqual(["2026-12-31"]);
  expect((await entriesOf()).map(([, title]) => title)).not.toContain("Agreed — Hosting — $100.00");
  expect(await agree({ ends_on: null })).toEqual([]);
});

test("unusual characters in names and services do not break the file", async () => {
  const names = [
    'Semi; comma, back\\slash "quote" : colon',
    `${"Wanjikũ 👩🏾‍👩🏾‍👧🏾 ".repeat(8)}& Sons`,
    "ж".repeat(200),
    "END:VEVENT",
  ];
  const stored = "Two\r\nSUMMARY:lines\rand\nmore\u0000\u202e\u{d83d}";
  const clients = await Promise.all(names.map((name) => newClient({ name })));
  const seeded = await seedRows(on.product, "Clients", 1, (id, index) => ({
    ...seededClient(id, index),
    name: stored,
  }));
  for (const id of [...clients.map(({ id }) => id), ...seeded])
    await subscribe(id, "2026-12-24", { service: "Backup; weekly, 🗄️\\n" });

  const { text, events, valueIn } = await read(await make());
  const lines = text.split("\r\n");
  for (const line of lines) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the test searches for them
    expect(line).not.toMatch(/[\u0000-\u0008\u000a-\u001f\u007f]/);
  }
  expect(lines.filter((line) => line === "BEGIN:VEVENT")).toHaveLength(events.length);
  const titles = events.map((event) => valueIn(event, "summary"));
  for (const name of names)
    expect(titles).toContain(
      `${clients.find((client) => client.name.startsWith(name.slice(0, 9)))?.name} — Backup; weekly, 🗄️\\n — $100.00`,
    );
  // One entry is the charge that is due today, the other is the next charge.
  expect(titles.filter((title) => title.startsWith("Two\nSUMMARY:lines\nand\nmore\ufffd"))).toHaveLength(2);
});

test("a very long calendar has the earliest entries, and reads no more rows", async () => {
  // More than the row of an account repeats.
  const chargesOfClient = 130;
  await seedAccounts(
    on.product,
    Array.from({ length: (MAX_ENTRIES + 600) / chargesOfClient }, () => crypto.randomUUID()),
    (index) => ({ frequency: "yearly", amount_cents: 100, next_billing_date: addDays(today, index % 300) }),
    chargesOfClient,
  );
  const limits: number[] = [];
  intercept(on.product, async ({ from, operation, body }, pass) => {
    if (from?.includes("Calendar") && operation === "Query") limits.push(JSON.parse(body).Limit ?? 0);
    return pass();
  });
  const { dates } = await read(await make());
  endInterception(on.product);
  expect(dates).toHaveLength(MAX_ENTRIES);
  expect((dates.at(-1) ?? "") < addDays(today, 290)).toBe(true);
  expect(Math.max(...limits)).toBe(MAX_ENTRIES);
});
