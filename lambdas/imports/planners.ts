import pLimit from "p-limit";
import { type Charge, chargeId } from "../../shared/billing/account.ts";
import { phonesIn } from "../../shared/billing/matching/phones.ts";
import type { Client } from "../../shared/clients/client.ts";
import { copyColumns } from "../../shared/clients/copies.ts";
import { nameLookups } from "../../shared/clients/duplicates.ts";
import type { Day } from "../../shared/day.ts";
import type { Name as ChargeName } from "../../shared/imports/charge-fields.ts";
import type { Name as ClientName } from "../../shared/imports/client-fields.ts";
import type { Name as ControlUnitName } from "../../shared/imports/control-unit-fields.ts";
import type { Duplicates, ImportKind } from "../../shared/imports/import.ts";
import type { Name as PaymentName } from "../../shared/imports/payment-fields.ts";
import { chargePlanner } from "../../shared/imports/plan-charges.ts";
import { clientPlanner } from "../../shared/imports/plan-clients.ts";
import { controlUnitPlanner, paperNumberIn } from "../../shared/imports/plan-control-units.ts";
import { paymentPlanner } from "../../shared/imports/plan-payments.ts";
import { type Cells, parseReference, type RowPlan } from "../../shared/imports/plan-rows.ts";
import { subscriptionPlanner } from "../../shared/imports/plan-subscriptions.ts";
import type { Name as SubscriptionName } from "../../shared/imports/subscription-fields.ts";
import { Id } from "../../shared/text.ts";
import { chargesOfClient, findPayments } from "../ledger/account-store.ts";
import { papersNumbered } from "../ledger/papers-page.ts";
import { AccountRow, ChargeRow, toCharge } from "../ledger/rows.ts";
import { batchGet } from "../platform/dynamo/batch-get.ts";
import { readable } from "../platform/dynamo/read-rows.ts";
import * as clients from "../stores/client-store.ts";
import { clientsWith, erasedAmong } from "../stores/lookup-store.ts";
import * as settings from "../stores/settings-store.ts";
import * as subscriptions from "../stores/subscription-store.ts";

/** Plans one row. What saves it depends on the kind of the import. */
export type Planner = (cells: Cells<string>, duplicates?: Duplicates) => RowPlan<unknown>;

/** Reads all that some rows can be about. */
export async function plannerFor(
  kind: ImportKind,
  rows: readonly Cells<string>[],
  today: Day,
): Promise<Planner> {
  if (kind === "clients") {
    const haveCopies = rows.some((cells) => copyColumns.some((column) => cells(column)));
    const [candidates, erased, company] = await Promise.all([
      clientsOf(rows),
      erasedAmong(valuesIn(rows, "email")),
      haveCopies ? settings.get() : undefined,
    ]);
    return clientPlanner(candidates, erased, company);
  }
  if (kind === "control_units") {
    const named = rows as readonly Cells<ControlUnitName>[];
    const papers = await papersNumbered(valuesIn(named, "number").map(paperNumberIn).filter(Boolean));
    return controlUnitPlanner(
      papers.flatMap(({ id, number, control_unit }) => (number ? { id, number, control_unit } : [])),
    ) as Planner;
  }
  if (kind === "charges") {
    const [owners, { default_currency: usual }] = await Promise.all([
      clientsNamedBy(rows as readonly Cells<ChargeName>[]),
      settings.get(),
    ]);
    return chargePlanner({
      clients: owners,
      charges: await singleChargesOf(owners),
      usual,
      today,
    }) as Planner;
  }
  const owners = await ownersOf(rows, kind === "subscriptions" ? "id" : "subscription_id");
  if (kind === "subscriptions") {
    const { default_currency: usual } = await settings.get();
    return subscriptionPlanner({ ...owners, today, usual }) as Planner;
  }
  const recorded = new Set((await findPayments(idsIn(rows, "id"))).map(({ id }) => id));
  const plannerWith = (charged: ReadonlySet<string>) =>
    paymentPlanner({ ...owners, recorded, charged, today }) as (
      cells: Cells<PaymentName>,
    ) => RowPlan<unknown>;
  return plannerWith(await chargedAmong(rows, plannerWith(new Set()))) as Planner;
}

const clientsNamedBy = (rows: readonly Cells<ChargeName>[]) => {
  const names = valuesIn(rows, "client_name");
  return clientsNamed({
    names,
    emails: [...valuesIn(rows, "client_email"), ...names.filter((name) => name.includes("@"))],
    references: valuesIn(rows, "client_reference"),
    phones: valuesIn(rows, "client_phone"),
  });
};

const PARALLEL_READS = 10;

/** The charges of clients that do not recur. */
async function singleChargesOf(owners: readonly Client[]): Promise<Map<string, Charge[]>> {
  const limited = pLimit(PARALLEL_READS);
  const ofEach = owners.map(({ id }) =>
    limited(async (): Promise<[string, Charge[]]> => {
      const charges = (await chargesOfClient(id)).map(toCharge);
      return [id, charges.filter(({ subscription_id }) => subscription_id === undefined)];
    }),
  );
  return new Map(await Promise.all(ofEach));
}

const clientsOf = (rows: readonly Cells<ClientName>[]) =>
  clientsNamed({
    ids: idsIn(rows, "id"),
    names: [...valuesIn(rows, "name"), ...valuesIn(rows, "company")],
    emails: valuesIn(rows, "email"),
    phones: valuesIn(rows, "phone"),
    references: valuesIn(rows, "payment_reference"),
  });

/** The clients that rows name, and their subscriptions; and those that rows name by their id, with their clients. */
async function ownersOf(rows: readonly Cells<string>[], idColumn: string) {
  const named = rows as readonly Cells<SubscriptionName | PaymentName>[];
  const byId = await subscriptions.getMany(idsIn(rows, idColumn));
  const names = valuesIn(named, "client_name");
  const candidates = await clientsNamed({
    ids: [...byId.values()].map(({ client_id }) => client_id),
    names,
    emails: [...valuesIn(named, "client_email"), ...names.filter((name) => name.includes("@"))],
    references: valuesIn(named, "client_reference"),
    phones: valuesIn(rows, "client_phone"),
  });
  const items = await batchGet(
    "accounts",
    candidates.map(({ id }) => ({ client_id: id })),
  );
  const owned = readable(AccountRow, items).rows.flatMap(({ subscription_ids }) => subscription_ids);
  const otherSubscriptions = await subscriptions.getMany(owned.filter((id) => !byId.has(id)));
  const all = [...byId.values(), ...otherSubscriptions.values()];
  return { clients: candidates, subscriptions: all.map(subscriptions.fromRow) };
}

type Charged = { client_id: string; subscription_id: string; period: Day };

/** The charges on record among those that rows would write. */
async function chargedAmong(
  rows: readonly Cells<string>[],
  plan: (cells: Cells<PaymentName>) => RowPlan<unknown>,
): Promise<Set<string>> {
  const places = new Map<string, { client_id: string; id: string }>();
  for (const cells of rows) {
    const planned = plan(cells);
    if (planned.action !== "new") continue;
    const write = planned.write as Charged;
    places.set(chargeId(write), { client_id: write.client_id, id: chargeId(write) });
  }
  const items = await batchGet("charges", [...places.values()]);
  return new Set(readable(ChargeRow, items).rows.map(({ id }) => id));
}

/** Longer text is no value of any field, and no key of a table. */
const MAX_LENGTH = 254;

const texts = (values: readonly (string | undefined)[]): string[] =>
  values.filter(
    (value): value is string => value !== undefined && value !== "" && value.length <= MAX_LENGTH,
  );

/** The values of a field in some rows. */
const valuesIn = <N extends string>(rows: readonly Cells<N>[], name: N): string[] =>
  texts(rows.map((cells) => cells(name)));

const idsIn = <N extends string>(rows: readonly Cells<N>[], name: N): string[] =>
  valuesIn(rows, name)
    .map((value) => value.toLowerCase())
    .filter((value) => Id.safeParse(value).success);

type Named = { ids?: string[]; names: string[]; emails: string[]; phones: string[]; references: string[] };

/** The clients that some rows can be about. */
async function clientsNamed({ ids = [], names, emails, phones, references }: Named): Promise<Client[]> {
  const idsByKind = await clientsWith({
    reference: references.map(parseReference).filter((reference) => /^\d{7}$/.test(reference)),
    email: emails.map((email) => email.toLowerCase()),
    phone: phones.flatMap(phonesIn),
    name: names.flatMap(nameLookups),
  });
  const all = Object.values(idsByKind).flatMap((byKey) => [...byKey.values()].flat());
  return [...(await clients.getMany([...ids, ...all], { consistent: true })).values()];
}
