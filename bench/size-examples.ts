import { randomUUID } from "node:crypto";
import { type AllRoutes, api } from "../shared/api/api.ts";
import { exampleOf } from "../shared/api/example-of.ts";
import { chargeId } from "../shared/billing/account.ts";
import type { Route } from "../shared/route.ts";
import { papersOf } from "../test/product/papers.ts";
import { type Loose, type Product, today } from "../test/product/product.ts";
import { companyProfile } from "../test/product/reminder-product.ts";
import type { Subscribed } from "../test/product/seed-rows.ts";
import type { Caller } from "./company.ts";

/** The callbacks of M-Pesa need a connection with it. */
export type Key = Exclude<keyof AllRoutes & string, keyof (typeof api)["paybill"]>;
/** A route that names a record. */
type OfRecord = Extract<Key, `${string}{${string}`>;

/** A request. `as`: by somebody else than the administrator. */
type Example = Loose & { as?: Caller };

type MakeExample = () => Promise<Example>;

type On = { product: Product; call: Caller; subscriptions: readonly Subscribed[] };

/** The response's body. @throws if the request was refused */
export async function answered<T extends { status: number; body: { error?: string } }>(response: Promise<T>) {
  const { status, body } = await response;
  if (status >= 300) throw new Error(`The answer was ${status}: ${body.error}`);
  return body as T["body"];
}

const routes: Record<string, Route> = Object.assign({}, ...Object.values(api));
function exampleBody(key: Key): object | undefined {
  const { body } = routes[key] as Route;
  return body && (exampleOf(body, "input") as object);
}

/** The request in the description of the API, for a route that names no record. */
export function plainExample(key: Key): Example {
  if (key.includes("{")) throw new Error(`bench/size-examples.ts has no example request of ${key}.`);
  return { body: exampleBody(key) };
}

/** A request for each route that names a record, after the records it needs have been stored. */
export function examplesOf({
  product,
  call,
  subscriptions,
}: On): Record<OfRecord, MakeExample> & Partial<Record<Key, MakeExample>> {
  const [late, _other] = subscriptions as [Subscribed, Subscribed];
  const ofClient = async (more: Loose = {}) => ({ params: { id: late.client_id }, ...more });
  const newClient = async () =>
    (await answered(call("POST /api/v1/clients", { body: { name: "New", email: "new@client.example" } })))
      .client;
  const period = "2026-12-20";
  /** An overdue subscription of a new client. */
  async function subscribed() {
    const { id: client_id } = await newClient();
    const body = {
      client_id,
      start_date: "2026-01-20",
      frequency: "monthly",
      amount: 100,
      next_billing_date: period,
    };
    return (await answered(call("POST /api/v1/subscriptions", { body }))).subscription;
  }
  async function paid(amount = 100) {
    const { id: subscription_id, client_id } = await subscribed();
    const body = { amount, credit: true, reference: crypto.randomUUID().slice(0, 8) };
    const { payment } = await answered(
      call("POST /api/v1/clients/{id}/payments", {
        params: { id: client_id },
        body: { id: crypto.randomUUID(), ...body },
      }),
    );
    return { id: payment.id, client_id, subscription_id };
  }
  async function imported(hasRows = true) {
    const { id } = (
      await answered(call("POST /api/v1/imports", { body: exampleBody("POST /api/v1/imports") }))
    ).import;
    const body = exampleBody("POST /api/v1/imports/{id}/rows");
    if (hasRows) await answered(call("POST /api/v1/imports/{id}/rows", { params: { id }, body }));
    return { params: { id } };
  }
  async function message() {
    await answered(call("POST /api/send-email", { body: exampleBody("POST /api/send-email") }));
    await product.idle();
    const [message] = (await answered(call("GET /api/v1/messages"))).messages;
    return { id: message?.id ?? "" };
  }
  async function member() {
    const body = { name: "Member", email: `${crypto.randomUUID()}@office.example`, role: "staff" };
    return { params: { id: (await answered(call("POST /api/v1/staff/members", { body }))).member.id } };
  }
  async function invoiced() {
    const { client_id: id } = await subscribed();
    return { params: { id: (await papersOf(product).invoice({ id, name: "New" })).id } };
  }
  const remind = (more: object) =>
    answered(call("POST /api/v1/settings", { body: { ...companyProfile, ...more } }));
  const template = { params: { email: "upcoming" } };
  return {
    "PUT /api/v1/clients/{id}": () =>
      ofClient({ body: { name: "Client 0", email: "changed@client.example" } }),
    "GET /api/v1/clients/{id}": () => ofClient(),
    "GET /api/v1/clients/{id}/account": () => ofClient(),
    "GET /api/v1/clients/{id}/invoices": () => ofClient(),
    "GET /api/v1/invoices/{id}": invoiced,
    "PUT /api/v1/invoices/{id}/control-unit": async () => ({
      ...(await invoiced()),
      body: exampleBody("PUT /api/v1/invoices/{id}/control-unit"),
    }),
    "GET /api/v1/clients/{id}/statement": () => ofClient(),
    "POST /api/v1/clients/{id}/statements": () =>
      ofClient({ body: exampleBody("POST /api/v1/clients/{id}/statements") }),
    "POST /api/v1/clients/{id}/charges": () =>
      ofClient({ body: exampleBody("POST /api/v1/clients/{id}/charges") }),
    "PUT /api/v1/clients/{id}/charges/{charge}": async () => {
      const { id, client_id } = await subscribed();
      return {
        params: { id: client_id, charge: chargeId({ subscription_id: id, period }) },
        body: { waived: 50, reason: "The system was down." },
      };
    },
    "DELETE /api/v1/clients/{id}/charges/{charge}": async () => {
      const { id } = await newClient();
      const body = { id: randomUUID(), service: "Training", amount: 100 };
      await answered(call("POST /api/v1/clients/{id}/charges", { params: { id }, body }));
      return { params: { id, charge: body.id } };
    },
    "POST /api/v1/clients/{id}/charges/{charge}/reminders": async () => {
      const { id, client_id } = await subscribed();
      return { params: { id: client_id, charge: chargeId({ subscription_id: id, period }) } };
    },
    "POST /api/v1/clients/{id}/payments/preview": () => ofClient({ body: { amount: 100 } }),
    "POST /api/v1/clients/{id}/payments": () =>
      ofClient({ body: { id: crypto.randomUUID(), amount: 100, reference: "BENCH" } }),
    "POST /api/v1/clients/{id}/refunds": async () => {
      const { client_id: id } = await paid(500);
      const body = exampleBody("POST /api/v1/clients/{id}/refunds");
      return { params: { id }, body: { ...body, id: crypto.randomUUID() } };
    },
    "POST /api/v1/clients/{id}/promises": async () => ({
      params: { id: (await subscribed()).client_id },
      body: { day: "2027-01-05" },
    }),
    "DELETE /api/v1/clients/{id}/promises/{day}": async () => {
      const params = { id: (await subscribed()).client_id, day: "2027-01-05" };
      await answered(call("POST /api/v1/clients/{id}/promises", { params, body: { day: params.day } }));
      return { params };
    },
    "GET /api/v1/clients/{id}/link": () => ofClient(),
    "POST /api/v1/clients/{id}/link": () => ofClient(),
    "GET /account/{secret}": async () => {
      const { url } = await answered(call("GET /api/v1/clients/{id}/link", await ofClient()));
      return { params: { secret: url.split("/").at(-1) ?? "" } };
    },
    "GET /account/{secret}/invoices/{number}": async () => {
      const number = "INV-2026-000001";
      await papersOf(product).invoice({ id: late.client_id, name: "Late" }, { number });
      const { url } = await answered(call("GET /api/v1/clients/{id}/link", await ofClient()));
      return { params: { secret: url.split("/").at(-1) ?? "", number } };
    },
    "GET /api/v1/clients/{id}/timeline": () => ofClient(),
    "GET /api/v1/clients/{id}/everything": () => ofClient(),
    "POST /api/v1/clients/{id}/notes": () => ofClient({ body: { text: "Call", due_on: "2026-12-25" } }),
    "POST /api/v1/clients/{id}/notes/{note}/done": async () => {
      const { id } = await newClient();
      const body = { text: "Call", due_on: "2026-12-25" };
      const note = await answered(call("POST /api/v1/clients/{id}/notes", { params: { id }, body }));
      return { params: { id, note: note.note.id } };
    },
    "POST /api/v1/clients/{id}/erasure": async () => ({
      params: { id: (await newClient()).id },
      body: { version: 1 },
    }),
    "POST /api/v1/subscriptions": async () => ({
      body: { client_id: late.client_id, start_date: "2026-01-20", frequency: "monthly", amount: 100 },
    }),
    "PUT /api/v1/subscriptions/{id}": async () => {
      const { id, client_id } = await subscribed();
      return {
        params: { id },
        body: { client_id, start_date: "2026-01-20", frequency: "monthly", amount: 120 },
      };
    },
    "POST /api/v1/subscriptions/{id}/preview": async () => {
      const { id, client_id } = await subscribed();
      return {
        params: { id },
        body: { client_id, start_date: "2026-01-20", frequency: "monthly", amount: 120 },
      };
    },
    "DELETE /api/v1/subscriptions/prices/{id}": async () => {
      const body = { ids: [(await subscribed()).id], percent: 7, from: "2027-02-01" };
      return { params: { id: (await answered(call("POST /api/v1/subscriptions/prices", { body }))).id } };
    },
    "POST /api/v1/subscriptions/{id}/reminders": async () => ({ params: { id: (await subscribed()).id } }),
    "PUT /api/v1/payments/{id}": async () => ({ params: { id: (await paid()).id }, body: { amount: 90 } }),
    "DELETE /api/v1/payments/{id}": async () => ({ params: { id: (await paid()).id } }),
    "POST /api/v1/payments": async () => ({
      body: {
        lines: [
          {
            code: "EFT2041",
            paid_on: today,
            amount: 100,
            currency: "USD",
            method: "bank",
            client_id: (await newClient()).id,
          },
        ],
      },
    }),
    "GET /api/v1/imports/{id}": () => imported(),
    "GET /api/v1/imports/{id}/rows": () => imported(),
    "POST /api/v1/imports/{id}/rows": async () => ({
      ...(await imported(false)),
      body: exampleBody("POST /api/v1/imports/{id}/rows"),
    }),
    "POST /api/v1/imports/{id}/run": async () => ({ ...(await imported()), body: {} }),
    "DELETE /api/v1/imports/{id}": () => imported(),
    "GET /api/v1/dashboard/stats": async () => ({ query: { rows: "50" } }),
    "PUT /api/v1/settings/emails/{email}": async () => ({
      ...template,
      body: exampleBody("PUT /api/v1/settings/emails/{email}"),
    }),
    // A due charge causes the work. Without it, only the search for charges counts.
    "POST /api/v1/send-notifications": async () => {
      await remind({ remind_before: [], remind_after: [], repeat_overdue_days: 0 });
      return {};
    },
    "GET /api/v1/reminders/upcoming": async () => {
      await remind({ remind_before: [7], remind_after: [1], repeat_overdue_days: 14 });
      return {};
    },
    "GET /api/v1/emails/{email}": async () => template,
    "POST /api/v1/emails/{email}/test": async () => template,
    "POST /api/v1/emails/{email}/words/test": async () => ({
      ...template,
      body: exampleBody("POST /api/v1/emails/{email}/words/test"),
    }),
    "PUT /api/v1/messages/{id}": async () => ({
      params: await message(),
      body: { box: "answered", seen: "waiting" },
    }),
    "DELETE /api/v1/messages/{id}": async () => ({
      params: await message(),
      body: exampleBody("DELETE /api/v1/messages/{id}"),
    }),
    "PUT /api/v1/messages/{id}/assignment": async () => ({
      params: await message(),
      body: { to: (await member()).params.id, seen: null },
    }),
    "POST /api/v1/staff/members/{id}/invitation": member,
    "DELETE /api/v1/staff/members/{id}": member,
    "GET /api/v1/staff/members/{id}/exports": member,
    "PUT /api/v1/staff/members/{id}": async () => ({ ...(await member()), body: { role: "admin" } }),
    "DELETE /api/v1/staff/members/{id}/second-factor": member,
    "PUT /api/v1/staff/rules": async () => ({ body: { second_factor_demanded: false } }),
    "POST /api/v1/staff/me/sign-out": async () => ({
      as: product.callerFor((await product.signIn(await product.createStaff("staff"))).access),
    }),
    "GET /api/v1/calendar/{id}/{secret}": async () => {
      const { path } = await answered(call("POST /api/v1/staff/me/calendar"));
      const [id = "", secret = ""] = path.split("/").slice(-2);
      return { params: { id, secret } };
    },
  };
}
