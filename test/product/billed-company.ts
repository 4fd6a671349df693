import { setTimeout as wait } from "node:timers/promises";
import { type AttributeValue, DeleteItemCommand, PutItemCommand } from "@aws-sdk/client-dynamodb";
import { expect } from "vitest";
import type { Row } from "../../ops/data/digest.ts";
import { localTime } from "../../shared/day.ts";
import { type Table, type TableName, tables } from "../../shared/tables.ts";
import { payPeriods } from "./pay-periods.ts";
import type { staffedProduct } from "./staffed.ts";
import { allRows, type OpenTables } from "./tables-of-product.ts";

/** Clients with money, through the API, and what destroys them, past it. */
export function billedCompany(office: ReturnType<typeof staffedProduct>, tablesOf: () => OpenTables) {
  const send = (name: TableName) => ({ TableName: tablesOf().tableNames[name] });
  return {
    async newClient(name: string) {
      const body = { name: `${name} Wanjiku`, email: `${name}@wanjiku.example`, phone: "+254 712 345 678" };
      return (await office.asStaff("POST /api/v1/clients", { body })).body.client;
    },
    async newSubscription(client_id: string, amount: number) {
      const schedule = { start_date: "2026-01-15", next_billing_date: "2026-09-15", frequency: "monthly" };
      const body = { client_id, ...schedule, amount, service: `Payroll for ${amount}` };
      return (await office.asStaff("POST /api/v1/subscriptions", { body })).body.subscription;
    },
    async pay({ id, next_billing_date: period }: { id: string; next_billing_date: string }, amount: number) {
      const body = { period, amount, reference: `paid ${amount}` };
      const paid = await payPeriods(office.asStaff, id, body);
      expect(paid.status).toBe(201);
    },
    accountOf: async (id: string) =>
      (await office.asStaff("GET /api/v1/clients/{id}/account", { params: { id } })).body,
    rowsOf: async (name: TableName): Promise<Row[]> =>
      (await allRows(tablesOf()))[name]?.map((line) => JSON.parse(line)) ?? [],
    put: (name: TableName, Item: Row) => tablesOf().client.send(new PutItemCommand({ ...send(name), Item })),
    remove(name: TableName, row: Row) {
      const { partition, sort = partition }: Table = tables[name];
      const Key = Object.fromEntries([partition, sort].map((key) => [key, row[key] as AttributeValue]));
      return tablesOf().client.send(new DeleteItemCommand({ ...send(name), Key }));
    },
  };
}

/** A moment, with a second before and after it in which nothing is written. */
export async function quietMoment(): Promise<Date> {
  await wait(1_050);
  const now = new Date(Math.floor(Date.now() / 1_000) * 1_000);
  await wait(1_050);
  return now;
}

export const inNairobi = (instant: Date) => localTime(Number(instant)).replace(" ", "T");
