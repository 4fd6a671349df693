import { setTimeout as wait } from "node:timers/promises";
import { BackupClient } from "@aws-sdk/client-backup";
import {
  type AttributeValue,
  DeleteItemCommand,
  DeleteTableCommand,
  DescribeTableCommand,
  ListTagsOfResourceCommand,
  UpdateItemCommand,
  UpdateTableCommand,
} from "@aws-sdk/client-dynamodb";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { localTime } from "../../shared/day.ts";
import { type Table, type TableName, tables } from "../../shared/tables.ts";
import { commandsOf, followSection, runCommand } from "../../test/follow-document.ts";
import { recoverable } from "../../test/recoverable.ts";
import { staffedProduct } from "../../test/staffed.ts";
import { allRows, open } from "../../test/tables-of-product.ts";
import type { Row } from "../data/digest.ts";
import { recount } from "../data/recount.ts";
import { RESTORED_TABLES, togetherWith } from "./policies.ts";
import { type Place, restoreRows } from "./restore.ts";

// The drill: a company is destroyed and restored with the commands of docs/operations.md, as they stand there.

/** Business time is ahead of the machine's, so that what happens after a moment is recorded as after it. */
const office = staffedProduct({
  now: localTime(Date.now() + 60_000)
    .slice(0, 16)
    .replace(" ", "T"),
});

const run = (command: string) => runCommand(office.product, command);
const follow = (title: string, moment?: string) => followSection(office.product, title, moment);

let aws: Awaited<ReturnType<typeof recoverable>>;
let place: Place;
const lines: string[] = [];
beforeAll(async () => {
  aws = await recoverable(office.product);
  const { client, tableNames } = await open(office.product);
  place = {
    ...{ client, backup: new BackupClient({}), stack: "Mwamba-prod", tags: [], vaults: [] },
    tableNames,
    ask: async () => true,
    log: (line) => lines.push(line),
  };
});
beforeEach(() => {
  lines.length = 0;
});

const newClient = async (name: string) => {
  const body = { name: `${name} Wanjiku`, email: `${name}@wanjiku.example`, phone: "+254 712 345 678" };
  return (await office.asStaff("POST /api/v1/clients", { body })).body.client;
};
const newSubscription = async (client_id: string, amount: number) => {
  const schedule = { start_date: "2026-01-15", next_billing_date: "2026-09-15", frequency: "monthly" };
  const body = { client_id, ...schedule, amount, service: "Payroll of Wanjiku" };
  return (await office.asStaff("POST /api/v1/subscriptions", { body })).body.subscription;
};
const pay = async (
  { id, next_billing_date: period }: { id: string; next_billing_date: string },
  amount: number,
) => {
  const body = { period, amount, reference: `paid ${amount}` };
  const { status } = await office.asStaff("POST /api/v1/subscriptions/{id}/renewals", {
    params: { id },
    body,
  });
  expect(status).toBe(201);
};
const accountOf = async (id: string) =>
  (await office.asStaff("GET /api/v1/clients/{id}/account", { params: { id } })).body;
const rowsOf = async (name: TableName) => (await allRows(place))[name]?.map((line) => JSON.parse(line)) ?? [];
const remove = async (name: TableName, row: Row) => {
  const { partition, sort = partition }: Table = tables[name];
  const Key = Object.fromEntries([partition, sort].map((key) => [key, row[key] as AttributeValue]));
  await place.client.send(new DeleteItemCommand({ TableName: place.tableNames[name], Key }));
};
/** A moment, with a second before and after it in which nothing is written. */
async function moment(): Promise<Date> {
  await wait(1_050);
  const now = new Date(Math.floor(Date.now() / 1_000) * 1_000);
  await wait(1_050);
  return now;
}
const nairobi = (instant: Date) => localTime(Number(instant)).replace(" ", "T");

const ids: Record<"amani" | "baraka" | "chege", string> = { amani: "", baraka: "", chege: "" };

test("destroyed rows come back as they were, with the sums of the moment; who was erased since stays erased", async () => {
  const [amani, baraka, chege] = [
    await newClient("amani"),
    await newClient("baraka"),
    await newClient("chege"),
  ];
  Object.assign(ids, { amani: amani.id, baraka: baraka.id, chege: chege.id });
  const subscription = await newSubscription(amani.id, 149.99);
  await pay(subscription, 100.01);
  const other = await newSubscription(baraka.id, 20);
  await pay(other, 50);
  await newSubscription(chege.id, 5.55);
  await office.asStaff("POST /api/v1/clients/{id}/notes", {
    params: { id: chege.id },
    body: { text: "Wanjiku calls" },
  });
  await aws.fillVault();
  const accounts = [await accountOf(amani.id), await accountOf(baraka.id)];
  const at = await moment();

  await office.asStaff("PUT /api/v1/clients/{id}", {
    params: { id: amani.id },
    body: { name: "Wrong", email: "x@wrong.example" },
  });
  for (const name of ["clients", "payments", "charges"] as const)
    for (const row of await rowsOf(name))
      if (row.client_id?.S === baraka.id || row.id?.S === baraka.id) await remove(name, row);
  await pay(subscription, 20);
  const late = await newClient("late");
  await newSubscription(late.id, 7);
  const lateAccount = await accountOf(late.id);
  const version = (await rowsOf("clients")).find(({ id }) => id.S === chege.id)?.version.N;
  const erasure = { params: { id: chege.id }, body: { version: Number(version) } };
  expect((await office.asAdmin("POST /api/v1/clients/{id}/erasure", erasure)).status).toBe(200);
  const erased = await accountOf(chege.id);

  const output = await follow("Rows were destroyed", nairobi(at));
  expect(output).not.toMatch(/wanjiku|\+254/i);
  expect(output).toContain(`  1 missing, put back: ${baraka.id}\n`);
  expect(output).toMatch(
    /payments: 2 rows then, 2 now\n {2}1 missing, put back: .+\n {2}1 added since, removed: /,
  );
  expect([await accountOf(amani.id), await accountOf(baraka.id)]).toEqual(accounts);
  expect([await accountOf(late.id), await accountOf(chege.id)]).toEqual([lateAccount, erased]);
  const { body } = await office.asStaff("GET /api/v1/clients");
  expect(body.clients.map(({ name }) => name).sort()).toEqual(
    ["Erased client", "amani Wanjiku", "baraka Wanjiku", "late Wanjiku"].sort(),
  );
  expect(await recount(place.client, place.tableNames)).toEqual([]);
  expect((await aws.tables()).sort()).toEqual(aws.names.toSorted());
});

test("what somebody changes meanwhile stays, and an interrupted run is completed by the next", async () => {
  const before = await accountOf(ids.amani);
  const money = togetherWith("charges");
  const at = await moment();
  const charges = await rowsOf("charges");
  for (const row of charges) await remove("charges", row);
  // A person saves a client between the comparison and the write.
  await expect(
    restoreRows(
      {
        ...place,
        async ask() {
          await place.client.send(
            new UpdateItemCommand({
              TableName: place.tableNames.accounts,
              Key: { client_id: { S: ids.amani } },
              UpdateExpression: "ADD version :one",
              ExpressionAttributeValues: { ":one": { N: "1" } },
            }),
          );
          return true;
        },
      },
      money,
      at,
    ),
  ).rejects.toThrow(/rows were changed meanwhile and stay as they are\. Run the same command again\./);
  expect((await rowsOf("charges")).length).toBeGreaterThan(0);
  expect((await rowsOf("charges")).length).toBeLessThan(charges.length);
  // The network fails.
  aws.beforeCalls(async (operation) => {
    if (operation === "TransactWriteItems") throw new Error("The network failed.");
  });
  await expect(restoreRows(place, money, at)).rejects.toThrow();
  aws.beforeCalls(async () => {});
  await restoreRows(place, money, at);
  expect([await accountOf(ids.amani), (await rowsOf("charges")).length]).toEqual([before, charges.length]);
  expect(await recount(place.client, place.tableNames)).toEqual([]);
  // Nothing is asked when nothing differs.
  await restoreRows({ ...place, ask: () => Promise.reject(new Error("asked")) }, money, at);
  const future = new Date(Date.now() + 3_600_000);
  await expect(restoreRows(place, money, future)).rejects.toThrow("Nothing was changed.");
});

test("deleted tables come back under their names and protected, also after an interruption, and erased people do not", async () => {
  const before = await allRows(place);
  const account = await accountOf(ids.amani);
  for (const name of ["clients", "charges", "messages"] as const) {
    const TableName = place.tableNames[name];
    await place.client.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: false }));
    await place.client.send(new DeleteTableCommand({ TableName }));
  }
  // Of the clients, the vault has the only backup, from before the erasure.
  aws.backups.splice(0, 1);
  const [command = ""] = commandsOf("A table is lost");
  aws.beforeCalls(async (operation) => {
    if (operation === "UpdateContinuousBackups") throw new Error("The network failed.");
  });
  expect((await run(command)).code).toBe(1);
  aws.beforeCalls(async () => {});
  const output = await follow("A table is lost");
  expect(output).toContain(`Erased again: ${ids.chege}`);
  expect(output).not.toMatch(/wanjiku|\+254/i);
  expect(await accountOf(ids.amani)).toEqual(account);
  for (const name of ["charges", "messages"] as const)
    expect((await allRows(place))[name]).toEqual(before[name]);
  expect(JSON.stringify(await allRows(place))).not.toContain("chege");
  for (const name of ["clients", "charges", "messages"] as const) {
    const TableName = place.tableNames[name];
    expect(aws.recoverableSince.has(TableName)).toBe(true);
    const { Table } = await place.client.send(new DescribeTableCommand({ TableName }));
    const { Tags } = await place.client.send(new ListTagsOfResourceCommand({ ResourceArn: Table?.TableArn }));
    expect([Table?.DeletionProtectionEnabled, Tags]).toEqual([true, [{ Key: "owner", Value: "office" }]]);
    const indexes = Table?.GlobalSecondaryIndexes ?? [];
    expect(indexes.map(({ IndexName }) => IndexName).sort()).toEqual(
      Object.keys((tables[name] as Table).indexes ?? {}).sort(),
    );
  }
  expect(aws.expiring.get(place.tableNames.messages)).toBe("expires_at");
  expect((await office.asStaff("GET /api/v1/messages")).status).toBe(200);
});

test("after the user pool is lost, and after the region is, everything comes back in empty tables", async () => {
  const lose = async () => {
    const { Users } = await office.product.userPool("ListUsers", { UserPoolId: office.product.userPoolId });
    for (const { Username } of Users as { Username: string }[])
      await office.product.userPool("AdminDeleteUser", { UserPoolId: office.product.userPoolId, Username });
  };
  await lose();
  expect(await follow("The user pool is lost")).toContain("is invited again as admin.");
  await aws.fillVault();
  const before = await allRows(place);
  await lose();
  for (const name of aws.names) await aws.empty(name);
  expect(await follow("The region is lost")).toContain("is invited again as staff.");
  const unversioned = (rows: string[] = []) =>
    rows.map((row) => row.replaceAll(/"(version|changed_at)":\{"[NS]":"[^"]*"\},?/g, "")).sort();
  const after = await allRows(place);
  for (const name of RESTORED_TABLES.filter((one) => !["staff", "activity", "settings"].includes(one)))
    expect(unversioned(after[name]), name).toEqual(unversioned(before[name]));
  expect(await recount(place.client, place.tableNames)).toEqual([]);
});
