import { partsOf } from "../../frontend/admin/features/import/rows.ts";
import { addDays } from "../../shared/day.ts";
import type { Client, Office, RouteRequest } from "./office.ts";

// The records that the staff of a company make.

export async function addClient(office: Office, more: object = {}): Promise<Client> {
  const { seed, clients, newId, call } = office;
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

export async function addSubscription(office: Office, client_id: string, more: object = {}): Promise<void> {
  const { day, old, below, chance, of, cents, currency, newId, call } = office;
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

/** A charge that does not recur: also an old debt, and twice at once. */
export async function addCharge(office: Office, client_id: string): Promise<void> {
  const { day, below, chance, of, cents, currency, newId, call } = office;
  const request: RouteRequest = {
    route: "POST /api/v1/clients/{id}/charges",
    params: { id: client_id },
    body: {
      id: newId(),
      service: of("Installation", "Training", "Invoice 17"),
      amount: cents() / 100,
      currency: currency(),
      ...(chance(80) && { due: addDays(day, 60 - below(200)) }),
    },
  };
  await call(request);
  if (chance(10)) await call(request);
}

export async function pay(office: Office, client_id: string, more: object): Promise<void> {
  const { day, below, chance, of, cents, currency, newCode, call } = office;
  const id = office.newId();
  const body = {
    id,
    amount: cents() / 100,
    ...(chance(70) && { currency: currency() }),
    ...(chance(30) && { method: of("mpesa", "bank", "cash", "cheque"), reference: of(newCode(), "Ref", "") }),
    ...(chance(20) && { paid_on: addDays(day, -below(60)) }),
    ...more,
  };
  const request: RouteRequest = {
    route: "POST /api/v1/clients/{id}/payments",
    params: { id: client_id },
    body,
  };
  if (chance(15))
    await call({ ...request, route: "POST /api/v1/clients/{id}/payments/preview", body: previewOf(body) });
  const { status } = await call(request);
  if (status === 201) {
    office.paymentIds.push(id);
    office.repeatable = request;
  }
}

type Previewed = { amount: number; currency?: string; to?: unknown; in_full?: boolean };

const previewOf = ({ amount, currency, to, in_full }: Previewed) => ({ amount, currency, to, in_full });

/** A file's rows as new records: preview, run, and what became of them. */
export async function importFile(office: Office, kind: string, columns: string[], rows: string[][]) {
  const { call, imports } = office;
  const id = office.newId();
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

/** A line of a statement. */
export const lineOf = ({ day, below, of, cents, currency, newCode }: Office, more: object = {}) => ({
  code: newCode(),
  method: of("mpesa", "mpesa", "bank"),
  paid_on: addDays(day, -below(20)),
  amount: cents() / 100,
  currency: currency(),
  payer: of("JANE DOE", "ACME LTD", "PETER K"),
  ...more,
});
