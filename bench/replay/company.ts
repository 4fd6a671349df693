import { createHash } from "node:crypto";
import { partsOf } from "../../frontend/admin/features/import/rows.ts";
import { addDays } from "../../shared/day.ts";
import { today } from "../../test/product/product.ts";
import { OWN_PREFIX, type Played, type Player, type Request } from "./player.ts";

// The staff of one company work at random from a seed: the kinds of requests of the random models and of the journeys.

export type CompanyOptions = {
  seed: number;
  requests: number;
  /** Clients get receipts, so that every email has to be waited for. */
  receipts: boolean;
  /** Subscriptions can begin many years ago, so that changes do not fit into one transaction. */
  old: boolean;
};

type Charge = {
  subscription_id: string;
  period: string;
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
type Account = {
  charges: Charge[];
  payments: { id: string }[];
  credit: { currency: string; amount: number }[];
};

const LOOK_AFTER = 100;

/** Mulberry32. */
function randomFrom(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number) => Math.floor(next() * end);
  return {
    below,
    chance: (percent: number) => next() * 100 < percent,
    pick: <T>(all: readonly T[]): T | undefined => all[below(all.length)],
    of: <T>(...all: [T, ...T[]]): T => all[below(all.length)] as T,
  };
}

export async function playCompany(
  player: Player,
  { seed, requests, receipts, old }: CompanyOptions,
  save: (played: Played) => void,
): Promise<void> {
  const random = randomFrom(seed);
  const { below, chance, of, pick } = random;
  let count = 0;
  let ids = 0;
  let day = today;
  let codes = 0;
  const clients: { id: string; name: string; email: string; gone?: true }[] = [];
  const paymentIds: string[] = [];
  const refundIds: string[] = [];
  const lineIds: string[] = [];
  const imports: string[] = [];
  let repeatable: Request | undefined;

  const newId = () => {
    ids += 1;
    const hash = createHash("sha256").update(`${seed} ${ids}`).digest("hex");
    return `${OWN_PREFIX}-${hash.slice(0, 4)}-4${hash.slice(4, 7)}-8${hash.slice(7, 10)}-${hash.slice(10, 22)}`;
  };
  const ask = async (request: Request) => {
    const { played, body } = await player.play(request);
    save(played);
    if ("look" in request) return { status: played.status, body };
    count += 1;
    if (count % LOOK_AFTER === 0) await ask({ look: clients.map(({ id }) => id) });
    return { status: played.status, body };
  };
  const call = (request: Extract<Request, { route: string }>) => {
    const waits = receipts || old || request.waits;
    return ask({ ...request, ...(waits && !request.route.startsWith("GET") && { waits: true as const }) });
  };
  const cents = () => 1 + below(400_00);
  const currency = () => of("KES", "KES", "USD");
  const code = () => {
    codes += 1;
    return `T${String(seed % 1000).padStart(3, "0")}B${String(codes).padStart(5, "0")}`;
  };

  async function addClient(more: object = {}) {
    const id = newId();
    const number = clients.length + 1;
    const client = {
      id,
      name: `Company ${seed} ${number}`,
      email: `office@company${seed}-${number}.example`,
    };
    const phone = `+2547${String(seed).padStart(4, "0").slice(-4)}${String(number).padStart(4, "0")}`;
    const body = { ...client, phone, unannounced: true, ...more };
    const { status } = await call({ route: "POST /api/v1/clients", body });
    if (status === 201) clients.push(client);
    return client;
  }

  async function addSubscription(client_id: string, more: object = {}) {
    const first = addDays(day, old && chance(30) ? -below(3_000) : of(0, 0, 1) * 7 - below(150) + 30);
    const body = {
      id: newId(),
      client_id,
      start_date: chance(70) ? first : addDays(first, -below(60)),
      ...(chance(80) && { next_billing_date: first }),
      frequency: of("monthly", "monthly", "monthly", "quarterly", "semi-annual", "yearly"),
      amount: chance(4) ? 0 : cents() / 100,
      ...(chance(80) && { currency: currency() }),
      ...(chance(50) && { service: of("Payroll", "Hosting", "Support") }),
      ...more,
    };
    const request = { route: "POST /api/v1/subscriptions", body } as const;
    await call(request);
    if (chance(10)) await call(request);
  }

  async function pay(client_id: string, more: object) {
    const id = newId();
    const body = {
      id,
      amount: cents() / 100,
      ...(chance(70) && { currency: currency() }),
      ...(chance(30) && { method: of("mpesa", "bank", "cash", "cheque"), reference: of(code(), "Ref", "") }),
      ...(chance(20) && { paid_on: addDays(day, -below(60)) }),
      ...more,
    };
    const request = { route: "POST /api/v1/clients/{id}/payments", params: { id: client_id }, body } as const;
    if (chance(15))
      await call({ ...request, route: "POST /api/v1/clients/{id}/payments/preview", body: previewOf(body) });
    const { status } = await call(request);
    if (status === 201) {
      paymentIds.push(id);
      repeatable = request;
    }
  }

  /** A file's rows as new records: preview, run, and what became of them. */
  async function importFile(kind: string, columns: string[], rows: string[][]) {
    const id = newId();
    const created = await call({
      route: "POST /api/v1/imports",
      body: { id, kind, name: "book.csv", columns },
    });
    if (created.status >= 300) return;
    const params = { id };
    for (const body of partsOf(rows)) await call({ route: "POST /api/v1/imports/{id}/rows", params, body });
    await call({ route: "POST /api/v1/imports/{id}/run", params, body: {}, waits: true });
    await call({ route: "GET /api/v1/imports/{id}/rows", params });
    imports.push(id);
  }

  const line = (more: object = {}) => ({
    code: code(),
    method: of("mpesa", "mpesa", "bank"),
    paid_on: addDays(day, -below(20)),
    amount: cents() / 100,
    currency: currency(),
    payer: of("JANE DOE", "ACME LTD", "PETER K"),
    ...more,
  });

  async function step() {
    const client = pick(clients);
    if (!client) return addClient();
    const params = { id: client.id };
    const answer = await call({ route: "GET /api/v1/clients/{id}/account", params });
    const { charges = [], credit = [] } = answer.body as Partial<Account>;
    const open = charges.filter(({ state }) => state === "open");
    const charge = pick(open);
    const payment = pick(paymentIds);
    const centsLeft = charge ? Math.round((charge.amount - charge.paid) * 100) : 0;
    const named = charge && {
      subscription_id: charge.subscription_id,
      period: charge.period,
      amount: Math.min(cents(), centsLeft) / 100,
    };
    const list = async () => {
      const { body } = await call({ route: "GET /api/v1/clients/{id}", params });
      return (body as { subscriptions?: Subscription[] }).subscriptions ?? [];
    };
    const change = async (more: object, routes: ("preview" | "save")[] = ["save"]) => {
      const subscription = pick(await list());
      if (!subscription) return;
      const { client_id, start_date, frequency, amount, status, currency } = subscription;
      const body = { client_id, start_date, frequency, amount, status, currency, ...more };
      const params = { id: subscription.id };
      if (routes.includes("preview"))
        await call({ route: "POST /api/v1/subscriptions/{id}/preview", params, body });
      if (routes.includes("save")) await call({ route: "PUT /api/v1/subscriptions/{id}", params, body });
    };
    const correct = (body: object, id = payment) =>
      id && call({ route: "PUT /api/v1/payments/{id}", params: { id }, body });
    const waive = (body: object) =>
      charge &&
      call({
        route: "PUT /api/v1/subscriptions/{id}/charges/{period}",
        params: { id: charge.subscription_id, period: charge.period },
        body: { reason: "Agreed", client_id: client.id, ...body },
      });
    const saveClient = (more: object) =>
      call({
        route: "PUT /api/v1/clients/{id}",
        params,
        body: { name: client.name, email: client.email, ...more },
      });
    const unmatched = async (state: string) => {
      const { body } = await call({ route: "GET /api/v1/payments", query: { state } });
      return (body as { payments?: { id?: string }[] }).payments?.flatMap(({ id }) => id ?? []).sort() ?? [];
    };
    const lineId = pick(lineIds);

    type Act = () => Promise<unknown> | unknown;
    const acts: [weight: number, act: Act][] = [
      [4, () => addSubscription(client.id)],
      [14, () => pay(client.id, { credit: chance(60) })],
      [5, () => pay(client.id, { credit: true, amount: (1 + below(3_000_00)) / 100 })],
      [
        9,
        () =>
          charge &&
          named &&
          pay(client.id, {
            to: [{ ...named, period: chance(80) ? charge.period : addDays(charge.period, 31) }],
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
          pay(client.id, { to: [named], in_full: true, amount: named.amount, currency: charge.currency }),
      ],
      [
        4,
        () =>
          pay(client.id, {
            method: "withholding_tax",
            reference: chance(70) ? `WHT${code()}` : "WHT1",
            amount: below(50_00) / 100 + 0.01,
            currency: "KES",
          }),
      ],
      [3, () => repeatable && call(repeatable as Extract<Request, { route: string }>)],
      [
        2,
        () => {
          if (!repeatable || !("body" in repeatable)) return;
          const body = { ...(repeatable.body as object), reference: "Another" };
          return call({ ...(repeatable as Extract<Request, { route: string }>), body });
        },
      ],
      [9, () => payment && call({ route: "DELETE /api/v1/payments/{id}", params: { id: payment } })],
      [6, () => correct({ amount: cents() / 100, credit: true })],
      [2, () => correct({ amount: cents() / 100 })],
      [2, () => correct({ reference: code(), method: "mpesa" })],
      [2, () => correct({ paid_on: addDays(day, -below(90)) })],
      [3, () => correct({ currency: currency(), credit: true })],
      [4, () => named && correct({ to: [named], credit: true })],
      [4, () => correct({ client_id: pick(clients)?.id })],
      [2, () => correct(chance(50) ? { state: "unmatched" } : { state: "ignored", reason: "Not ours" })],
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
      [6, () => change({ client_id: pick(clients)?.id, ...(chance(50) && { amount: cents() / 100 }) })],
      [
        5,
        () =>
          change(
            { amount: cents() / 100, currency: currency(), open_charges: of("keep", "change", "remove") },
            ["preview", "save"],
          ),
      ],
      [3, () => change({ frequency: of("monthly", "quarterly", "semi-annual", "yearly") })],
      [3, () => change({ start_date: addDays(day, -below(90)) }, ["preview", "save"])],
      [3, () => change({ next_billing_date: addDays(day, below(80) - 40) })],
      [3, () => change({ service: of("Payroll", "Backups", ""), muted: chance(50) })],
      [2, () => change({ amount: 0, open_charges: of("keep", "remove", "credit") })],
      [4, () => change({ status: "paused" })],
      [4, () => change({ status: "inactive", open_charges: of("keep", "remove", "credit", undefined) })],
      [6, () => change({ status: "active", charge_gap: chance(50) })],
      [4, () => waive({ waived: true })],
      [2, () => waive({ waived: false })],
      [4, () => waive({ amount: cents() / 100 })],
      [3, () => saveClient({ status: "inactive" })],
      [5, () => saveClient({ status: "active" })],
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
      [
        5,
        async () => {
          const subscription = pick(await list());
          if (!subscription) return;
          const id = newId();
          const amount = cents() / 100;
          const period = chance(85)
            ? subscription.next_billing_date
            : addDays(subscription.next_billing_date, 31);
          const body = {
            id,
            amount: chance(50) ? amount : cents() / 100,
            to: [{ subscription_id: subscription.id, period, amount }],
            ...(chance(20) && { in_full: true }),
            ...(chance(50) && { credit: true }),
            ...(chance(30) && { reference: of(code(), "R"), method: of("mpesa", "bank") }),
          };
          const request = { route: "POST /api/v1/clients/{id}/payments", params, body } as const;
          const { status } = await call(request);
          if (status === 201) paymentIds.push(id);
          if (chance(20)) await call(request);
        },
      ],
      [
        8,
        async () => {
          const lines = [
            line(),
            line({ client_id: client.id, method: "mpesa" }),
            ...(chance(40) && named && charge
              ? [line({ client_id: pick(clients)?.id, to: [named], currency: charge.currency })]
              : []),
            ...(chance(20) ? [line({ amount: -cents() / 100, details: "Reversal" })] : []),
          ];
          if (chance(40))
            await call({ route: "POST /api/v1/payments/match", body: { lines: [line(), line()] } });
          const body = { lines };
          const { body: done } = await call({ route: "POST /api/v1/payments", body, waits: true });
          const results = (done as { lines?: { payment_id?: string; state: string }[] }).lines ?? [];
          for (const { payment_id, state } of results) {
            if (payment_id) lineIds.push(payment_id);
            if (payment_id && state === "recorded") paymentIds.push(payment_id);
          }
          if (chance(25)) await call({ route: "POST /api/v1/payments", body, waits: true });
        },
      ],
      [
        6,
        async () => {
          const id = pick(await unmatched("unmatched")) ?? lineId;
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
          const id = pick(await unmatched("ignored")) ?? lineId;
          if (id)
            await call({
              route: "PUT /api/v1/payments/{id}",
              params: { id },
              body: chance(70) ? { state: "unmatched" } : { client_id: client.id },
            });
        },
      ],
      [
        2,
        () => {
          const when = addDays("2024-01-01", below(700));
          const row = (day: string) => [
            day,
            client.name,
            String(cents() / 100),
            "KES",
            "cash",
            `P${below(9)}`,
          ];
          return importFile(
            "payments",
            ["paid_on", "client_name", "amount", "currency", "method", "reference"],
            Array.from({ length: 1 + below(4) }, (_, at) => row(addDays(when, at * 31))),
          );
        },
      ],
      [
        1,
        () =>
          importFile(
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
          const id = pick(imports);
          if (!id) return;
          await call({ route: "DELETE /api/v1/imports/{id}", params: { id }, waits: true });
          await call({ route: "GET /api/v1/imports/{id}/rows", params: { id } });
        },
      ],
      [2, () => call({ route: "POST /api/v1/send-notifications", waits: true })],
      [
        2,
        async () => {
          day = addDays(day, 1 + below(old ? 3 : 12));
          await ask({ clock: day });
          await ask({ run: day });
        },
      ],
      [
        1,
        async () => {
          if (!chance(25) || clients.length < 3) return;
          const { body } = await call({ route: "GET /api/v1/clients/{id}", params });
          const { version = 1 } = (body as { client?: { version: number } }).client ?? {};
          await call({
            route: "POST /api/v1/clients/{id}/erasure",
            params,
            body: { version },
            as: "admin",
            waits: true,
          });
          await addClient();
        },
      ],
    ];
    let at = below(acts.reduce((sum, [weight]) => sum + weight, 0));
    for (const [weight, act] of acts) {
      at -= weight;
      if (at < 0) {
        await act();
        return;
      }
    }
  }

  await player.saveSettings({ send_receipts: receipts });
  await samples();
  for (let n = 0; n < 4; n += 1) {
    const client = await addClient();
    await addSubscription(client.id);
  }
  while (count < requests) await step();
  await ask({ look: clients.map(({ id }) => id) });

  /** Sample data comes before real records, and some of it goes before them. */
  async function samples() {
    const client = await addClient({ sample: true });
    await addSubscription(client.id, {
      sample: true,
      amount: 90,
      start_date: addDays(day, -60),
      currency: "KES",
    });
    await addSubscription(client.id, { sample: true, amount: 20 });
    await pay(client.id, { amount: 250, credit: true, currency: "KES" });
    await pay(client.id, { amount: 20, credit: true, currency: "USD" });
    if (paymentIds[0]) await call({ route: "DELETE /api/v1/payments/{id}", params: { id: paymentIds[0] } });
    await ask({ look: clients.map(({ id }) => id) });
    if (chance(70)) {
      await call({ route: "DELETE /api/v1/samples", as: "admin", waits: true });
      clients.splice(0);
      paymentIds.splice(0);
    }
  }
}

const previewOf = ({
  amount,
  ...body
}: {
  amount: number;
  currency?: string;
  to?: unknown;
  in_full?: boolean;
}) => ({
  amount,
  currency: body.currency,
  to: body.to,
  in_full: body.in_full,
});
