import * as z from "zod/mini";
import { type Charge, statementDay } from "../billing/account.ts";
import { latestDayProblem } from "../billing/latest-day.ts";
import type { Client } from "../clients/client.ts";
import { formatDay } from "../dates.ts";
import type { Day } from "../day.ts";
import { errorsOf } from "../errors.ts";
import { type Currency, toCents } from "../money.ts";
import { parseCurrency } from "../parse-amount.ts";
import { NewCharge } from "../payments/client-account.ts";
import type { Vat } from "../vat.ts";
import { chargeFields, type Name } from "./charge-fields.ts";
import { clientFinder } from "./find-client.ts";
import { type Cells, joinProblems, parseCells, type RowPlan } from "./plan-rows.ts";

const { service, amount, currency, vat, due } = NewCharge.shape;
const TypedCharge = z.strictObject({ service, amount, currency, vat, due });

/** A charge that does not recur, as a file has it. */
export type ImportedCharge = {
  client_id: string;
  service: string;
  amount: number;
  currency: Currency;
  vat?: Vat | undefined;
  due: Day;
};

type Stored = {
  clients: readonly Client[];
  /** The charges on record that do not recur, by client. */
  charges: ReadonlyMap<string, readonly Charge[]>;
  /** For rows without a currency. */
  usual: Currency;
  today: Day;
};

/** Returns a function that plans one row: a new charge, or one on record. */
export function chargePlanner({ clients, charges, usual, today }: Stored) {
  const find = clientFinder(clients);
  return (cells: Cells<Name>): RowPlan<ImportedCharge> => {
    const owner = cells("client_name") || cells("client_email") || cells("client_reference");
    const name = [owner, cells("service")].filter(Boolean).join(", ") || "No name";
    const wrong = (why: string): RowPlan<ImportedCharge> => ({ name, action: "wrong", why });
    const client = find({
      name: cells("client_name") ?? "",
      email: cells("client_email") ?? "",
      reference: cells("client_reference") ?? "",
      phone: cells("client_phone") ?? "",
    });
    if (typeof client === "string") return wrong(client);
    if (client.sample) return wrong("The client is sample data. An import cannot add charges to it.");
    const { values, changes, problems } = parseCells<keyof typeof chargeFields>(
      chargeFields,
      (field) => (field === "currency" ? currencyIn(cells) : cells(field)),
      undefined,
      usual,
    );
    if (problems.length > 0) return wrong(joinProblems(problems));
    const body = { service: "", currency: usual, ...values };
    const { data } = TypedCharge.safeParse(body);
    const missing = [
      data?.due === undefined && values.due === undefined ? "Enter the day on which it is due." : undefined,
      values.amount === undefined ? "Enter the amount." : undefined,
    ];
    const problem = joinProblems(
      values.amount === undefined || values.due === undefined
        ? missing
        : Object.values(errorsOf(TypedCharge, body)),
    );
    if (problem || !data?.due) return wrong(problem || "Enter the day on which it is due.");
    const tooFar = latestDayProblem(data.due, today);
    if (tooFar) return wrong(tooFar);
    const write = { ...data, client_id: client.id, currency: data.currency ?? usual, due: data.due };
    const onRecord = (charges.get(client.id) ?? []).find((charge) => isSame(charge, write));
    if (onRecord) return { name: nameOf(client, write), action: "same", id: onRecord.id };
    return { name: nameOf(client, write), action: "new", write, keys: [keyOf(write)], changes };
  };
}

const nameOf = ({ name }: Client, { service, due }: ImportedCharge): string =>
  `${name}, ${service}, due ${formatDay(due)}`;

const keyOf = ({ client_id, service, amount, currency, due }: ImportedCharge): string =>
  `charge ${[client_id, due, currency, toCents(amount), service.toLowerCase()].join(" ")}`;

const isSame = (charge: Charge, { service, amount, currency, due }: ImportedCharge): boolean =>
  charge.subscription_id === undefined &&
  [charge.due, statementDay(charge)].includes(due) &&
  charge.currency === currency &&
  charge.cents === toCents(amount) &&
  (charge.service ?? "").toLowerCase() === service.toLowerCase();

/** The currency of its column, or beside the amount. */
const currencyIn = (cells: Cells<Name>) =>
  parseCurrency(cells("currency") || (cells("amount") ?? "")) ?? (cells("currency") || undefined);
