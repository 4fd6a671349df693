import { addDays } from "../../shared/day.ts";
import type { Client, Office } from "./office.ts";
import { addCharge, addClient, addSubscription, importFile, lineOf, pay } from "./records.ts";

// The next acts of the staff of a company, each with its weight.

export type Act = [weight: number, act: () => Promise<unknown> | unknown];

type Charge = {
  id: string;
  subscription_id?: string;
  period?: string;
  currency: string;
  amount: number;
  paid: number;
  state: string;
};
type Subscription = {
  id: string;
  client_id: string;
  start_date: string;
  frequency: string;
  amount: number;
  currency?: string;
  status: string;
  next_billing_date: string;
  version: number;
};
type Account = { charges: Charge[]; credit: { currency: string; amount: number }[] };

/** A client, and the records of which an act may be. */
type Subject = Awaited<ReturnType<typeof chooseSubject>>;

async function chooseSubject(office: Office, client: Client) {
  const { call, cents, pick } = office;
  const params = { id: client.id };
  const answer = await call({ route: "GET /api/v1/clients/{id}/account", params });
  const { charges = [], credit = [] } = answer.body as Partial<Account>;
  const charge = pick(charges.filter(({ state }) => state === "open"));
  const payment = pick(office.paymentIds);
  const centsLeft = charge ? Math.round((charge.amount - charge.paid) * 100) : 0;
  /** The charge, as a payment names it. */
  const named = charge && {
    ...(charge.period === undefined
      ? { charge_id: charge.id }
      : { subscription_id: charge.subscription_id, period: charge.period }),
    amount: Math.min(cents(), centsLeft) / 100,
  };
  return { client, params, credit, charge, named, payment, lineId: pick(office.lineIds) };
}

export async function actsFor(office: Office, client: Client): Promise<Act[]> {
  const subject = await chooseSubject(office, client);
  return [
    [4, () => addSubscription(office, client.id)],
    ...paymentActs(office, subject),
    ...correctionActs(office, subject),
    ...refundActs(office, subject),
    ...subscriptionActs(office, subject),
    ...chargeActs(office, subject),
    ...clientActs(office, subject),
    [5, () => payAhead(office, subject)],
    ...statementActs(office, subject),
    ...importActs(office, subject),
    [2, () => office.call({ route: "POST /api/v1/send-notifications", waits: true })],
    [2, () => passDays(office)],
    [1, () => erase(office, subject)],
  ];
}

function paymentActs(office: Office, { client, charge, named, payment }: Subject): Act[] {
  const { below, chance, cents, newCode, call } = office;
  return [
    [14, () => pay(office, client.id, { credit: chance(60) })],
    [5, () => pay(office, client.id, { credit: true, amount: (1 + below(3_000_00)) / 100 })],
    [
      9,
      () =>
        charge &&
        named &&
        pay(office, client.id, {
          to: [charge.period && chance(20) ? { ...named, period: addDays(charge.period, 31) } : named],
          credit: true,
          amount: named.amount + (chance(30) ? cents() / 100 : 0),
          currency: charge.currency,
        }),
    ],
    [
      4,
      () =>
        charge &&
        named &&
        pay(office, client.id, {
          to: [named],
          in_full: true,
          amount: named.amount,
          currency: charge.currency,
        }),
    ],
    [
      4,
      () =>
        pay(office, client.id, {
          method: "withholding_tax",
          reference: chance(70) ? `WHT${newCode()}` : "WHT1",
          amount: below(50_00) / 100 + 0.01,
          currency: "KES",
        }),
    ],
    [3, () => office.repeatable && call(office.repeatable)],
    [
      2,
      () => {
        const { repeatable } = office;
        if (!repeatable || !("body" in repeatable)) return;
        const body = { ...(repeatable.body as object), reference: "Another" };
        return call({ ...repeatable, body });
      },
    ],
    [9, () => payment && call({ route: "DELETE /api/v1/payments/{id}", params: { id: payment } })],
  ];
}

function correctionActs(office: Office, { named, payment }: Subject): Act[] {
  const { below, chance, cents, currency, newCode, pick } = office;
  const correct = (body: object) =>
    payment && office.call({ route: "PUT /api/v1/payments/{id}", params: { id: payment }, body });
  return [
    [6, () => correct({ amount: cents() / 100, credit: true })],
    [2, () => correct({ amount: cents() / 100 })],
    [2, () => correct({ reference: newCode(), method: "mpesa" })],
    [2, () => correct({ paid_on: addDays(office.day, -below(90)) })],
    [3, () => correct({ currency: currency(), credit: true })],
    [4, () => named && correct({ to: [named], credit: true })],
    [4, () => correct({ client_id: pick(office.clients)?.id })],
    [2, () => correct(chance(50) ? { state: "unmatched" } : { state: "ignored", reason: "Not ours" })],
  ];
}

function refundActs(
  { chance, of, pick, newId, call, refundIds }: Office,
  { credit, params }: Subject,
): Act[] {
  return [
    [
      7,
      async () => {
        const sum = pick(credit);
        const amount = sum ? Math.round(sum.amount * of(100, 50, 120)) / 100 : 10;
        const id = newId();
        const body = { id, amount, currency: sum?.currency ?? "KES", reference: "Back" };
        const request = { route: "POST /api/v1/clients/{id}/refunds", params, body } as const;
        const { status } = await call(request);
        if (status === 201) refundIds.push(id);
        if (chance(30)) await call(request);
      },
    ],
    [
      4,
      () => {
        const id = pick(refundIds);
        return id && call({ route: "DELETE /api/v1/payments/{id}", params: { id } });
      },
    ],
  ];
}

async function chooseSubscription({ call, pick }: Office, { params }: Subject) {
  const { body } = await call({ route: "GET /api/v1/clients/{id}", params });
  return pick((body as { subscriptions?: Subscription[] }).subscriptions ?? []);
}

function subscriptionActs(office: Office, subject: Subject): Act[] {
  const { below, chance, of, pick, cents } = office;
  const ending = ["keep", "remove", "credit"] as const;
  async function change(more: object, { isPreviewed = false } = {}) {
    const subscription = await chooseSubscription(office, subject);
    if (!subscription) return;
    const { client_id, start_date, frequency, amount, status, currency } = subscription;
    const body = { client_id, start_date, frequency, amount, status, currency, ...more };
    const params = { id: subscription.id };
    if (isPreviewed) await office.call({ route: "POST /api/v1/subscriptions/{id}/preview", params, body });
    await office.call({ route: "PUT /api/v1/subscriptions/{id}", params, body });
  }
  return [
    [6, () => change({ client_id: pick(office.clients)?.id, ...(chance(50) && { amount: cents() / 100 }) })],
    [
      5,
      () => {
        const price = { amount: cents() / 100, currency: office.currency() };
        const open_charges = of("keep", "change", "remove");
        return change({ ...price, open_charges }, { isPreviewed: true });
      },
    ],
    [3, () => change({ frequency: of("monthly", "quarterly", "semi-annual", "yearly") })],
    [3, () => change({ start_date: addDays(office.day, -below(90)) }, { isPreviewed: true })],
    [3, () => change({ next_billing_date: addDays(office.day, below(80) - 40) })],
    [3, () => change({ service: of("Payroll", "Backups", ""), muted: chance(50) })],
    [2, () => change({ amount: 0, open_charges: of(...ending) })],
    [4, () => change({ status: "paused" })],
    [4, () => change({ status: "inactive", open_charges: of(...ending, undefined) })],
    [6, () => change({ status: "active", charge_gap: chance(50) })],
  ];
}

function chargeActs(office: Office, { client, params, charge }: Subject): Act[] {
  const { day, below, chance, cents, call } = office;
  const named = charge && { ...params, charge: charge.id };
  const change = (body: object) =>
    named &&
    call({
      route: "PUT /api/v1/clients/{id}/charges/{charge}",
      params: named,
      body: { reason: "Agreed", ...body },
    });
  const left = charge ? Math.round((charge.amount - charge.paid) * 100) : 0;
  return [
    [5, () => addCharge(office, client.id)],
    [3, () => change({ waived: left / 100 })],
    [2, () => change({ waived: Math.min(cents(), left) / 100 })],
    [2, () => change({ waived: 0 })],
    [3, () => change({ amount: cents() / 100 })],
    [3, () => change({ due: addDays(day, below(90)), ...(chance(20) && { amount: cents() / 100 }) })],
    [2, () => named && call({ route: "DELETE /api/v1/clients/{id}/charges/{charge}", params: named })],
  ];
}

function clientActs({ day, below, call }: Office, { client, params }: Subject): Act[] {
  const change = (more: object) =>
    call({
      route: "PUT /api/v1/clients/{id}",
      params,
      body: { name: client.name, email: client.email, ...more },
    });
  return [
    [3, () => change({ status: "inactive" })],
    [5, () => change({ status: "active" })],
    [
      3,
      () =>
        call({
          route: "POST /api/v1/clients/{id}/promises",
          params,
          body: { day: addDays(day, below(70)) },
        }),
    ],
    [
      1,
      () =>
        call({
          route: "DELETE /api/v1/clients/{id}/promises/{day}",
          params: { ...params, day: addDays(day, below(10)) },
        }),
    ],
  ];
}

/** Pays the charge to come, or one after it. */
async function payAhead(office: Office, subject: Subject): Promise<void> {
  const { chance, of, cents, newCode, call } = office;
  const subscription = await chooseSubscription(office, subject);
  if (!subscription) return;
  const id = office.newId();
  const amount = cents() / 100;
  const { next_billing_date } = subscription;
  const period = chance(85) ? next_billing_date : addDays(next_billing_date, 31);
  const body = {
    id,
    amount: chance(50) ? amount : cents() / 100,
    to: [{ subscription_id: subscription.id, period, amount }],
    ...(chance(20) && { in_full: true }),
    ...(chance(50) && { credit: true }),
    ...(chance(30) && { reference: of(newCode(), "R"), method: of("mpesa", "bank") }),
  };
  const { params } = subject;
  const request = { route: "POST /api/v1/clients/{id}/payments", params, body } as const;
  const { status } = await call(request);
  if (status === 201) office.paymentIds.push(id);
  if (chance(20)) await call(request);
}

function statementActs(office: Office, subject: Subject): Act[] {
  const { client, named, lineId } = subject;
  const { chance, pick, call, paymentIds } = office;
  const idsOf = async (state: "unmatched" | "ignored") => {
    const { body } = await call({ route: "GET /api/v1/payments", query: { state } });
    return (body as { payments?: { id?: string }[] }).payments?.flatMap(({ id }) => id ?? []).sort() ?? [];
  };
  return [
    [8, () => recordLines(office, subject)],
    [
      6,
      async () => {
        const id = pick(await idsOf("unmatched")) ?? lineId;
        if (!id) return;
        const body = chance(75)
          ? { client_id: client.id, ...(chance(40) && named && { to: [named] }) }
          : { state: "ignored", reason: "Not a payment" };
        const { status } = await call({ route: "PUT /api/v1/payments/{id}", params: { id }, body });
        if (status === 200 && "client_id" in body) paymentIds.push(id);
      },
    ],
    [
      2,
      async () => {
        const id = pick(await idsOf("ignored")) ?? lineId;
        if (id)
          await call({
            route: "PUT /api/v1/payments/{id}",
            params: { id },
            body: chance(70) ? { state: "unmatched" } : { client_id: client.id },
          });
      },
    ],
  ];
}

async function recordLines(office: Office, { client, charge, named }: Subject): Promise<void> {
  const { chance, pick, cents, call, lineIds, paymentIds } = office;
  const lines = [lineOf(office), lineOf(office, { client_id: client.id, method: "mpesa" })];
  if (chance(40) && named && charge) {
    const client_id = pick(office.clients)?.id;
    lines.push(lineOf(office, { client_id, to: [named], currency: charge.currency }));
  }
  if (chance(20)) lines.push(lineOf(office, { amount: -cents() / 100, details: "Reversal" }));
  if (chance(40))
    await call({
      route: "POST /api/v1/payments/match",
      body: { lines: [lineOf(office), lineOf(office)] },
    });
  const request = { route: "POST /api/v1/payments", body: { lines }, waits: true } as const;
  const answer = (await call(request)).body as { lines?: { payment_id?: string; state: string }[] };
  for (const { payment_id, state } of answer.lines ?? []) {
    if (payment_id) lineIds.push(payment_id);
    if (payment_id && state === "recorded") paymentIds.push(payment_id);
  }
  if (chance(25)) await call(request);
}

function importActs(office: Office, { client }: Subject): Act[] {
  const { seed, day, count, below, of, pick, cents, call } = office;
  return [
    [
      2,
      () => {
        const first = addDays("2024-01-01", below(700));
        const row = (paid_on: string) => [
          paid_on,
          client.name,
          String(cents() / 100),
          "KES",
          "cash",
          `P${below(9)}`,
        ];
        return importFile(
          office,
          "payments",
          ["paid_on", "client_name", "amount", "currency", "method", "reference"],
          Array.from({ length: 1 + below(4) }, (_, at) => row(addDays(first, at * 31))),
        );
      },
    ],
    [
      1,
      () =>
        importFile(
          office,
          "subscriptions",
          ["client_name", "amount", "frequency", "start_date", "service"],
          [
            [client.name, String(cents() / 100), "monthly", addDays(day, -below(90)), `Imported ${count}`],
            [client.name, String(cents() / 100), "yearly", addDays(day, -below(300)), `Other ${count}`],
          ],
        ),
    ],
    [
      1,
      () =>
        importFile(
          office,
          "clients",
          ["name", "email", "phone", "status"],
          [
            [client.name, client.email, "", of("active", "inactive")],
            [`Imported ${count}`, `imported${count}@file${seed}.example`, "", "active"],
          ],
        ),
    ],
    [
      2,
      async () => {
        const id = pick(office.imports);
        if (!id) return;
        await call({ route: "DELETE /api/v1/imports/{id}", params: { id }, waits: true });
        await call({ route: "GET /api/v1/imports/{id}/rows", params: { id } });
      },
    ],
  ];
}

async function passDays(office: Office): Promise<void> {
  office.day = addDays(office.day, 1 + office.below(office.old ? 3 : 12));
  await office.ask({ clock: office.day });
  await office.ask({ run: office.day });
}

/** Erases the client, and adds another. */
async function erase(office: Office, { params }: Subject): Promise<void> {
  if (!office.chance(25) || office.clients.length < 3) return;
  const { body } = await office.call({ route: "GET /api/v1/clients/{id}", params });
  const { version = 1 } = (body as { client?: { version: number } }).client ?? {};
  await office.call({
    route: "POST /api/v1/clients/{id}/erasure",
    params,
    body: { version },
    as: "admin",
    waits: true,
  });
  await addClient(office);
}
