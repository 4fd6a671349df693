import { randomUUID } from "node:crypto";
import { BackupClient } from "@aws-sdk/client-backup";
import {
  DeleteTableCommand,
  DescribeTableCommand,
  ListTagsOfResourceCommand,
  UpdateItemCommand,
  UpdateTableCommand,
} from "@aws-sdk/client-dynamodb";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { addDays, dayAt, localTime } from "../../shared/day.ts";
import { type Table, tables } from "../../shared/tables.ts";
import { billedCompany, inNairobi, quietMoment } from "../../test/product/billed-company.ts";
import { commandsOf, followSection, runCommand } from "../../test/product/follow-document.ts";
import { recoverable } from "../../test/product/recoverable.ts";
import { companyProfile } from "../../test/product/reminder-product.ts";
import { staffedProduct } from "../../test/product/staffed.ts";
import { allRows, open } from "../../test/product/tables-of-product.ts";
import { recount } from "../data/recount.ts";
import { RESTORED_TABLES, togetherWith } from "./policies.ts";
import { discard, type Place, restoreRows } from "./restore.ts";

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
    client,
    backup: new BackupClient({}),
    stack: "Mwamba-prod",
    tags: [],
    vaults: [],
    tableNames,
    ask: async () => true,
    log: (line) => lines.push(line),
  };
});
beforeEach(() => {
  lines.length = 0;
});

const { newClient, newSubscription, pay, accountOf, rowsOf, put, remove } = billedCompany(
  office,
  () => place,
);

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
  const otherSubscription = await newSubscription(baraka.id, 20);
  await pay(otherSubscription, 50);
  await pay(await newSubscription(chege.id, 5.55), 5.55);
  await office.asStaff("POST /api/v1/clients/{id}/notes", {
    params: { id: chege.id },
    body: { text: "Wanjiku calls" },
  });
  await aws.fillVault();
  const accounts = [await accountOf(amani.id), await accountOf(baraka.id)];
  const at = await quietMoment();

  await office.asStaff("PUT /api/v1/clients/{id}", {
    params: { id: amani.id },
    body: { name: "Wrong", email: "x@wrong.example" },
  });
  for (const name of ["clients", "payments", "charges"] as const)
    for (const row of await rowsOf(name))
      if (row.client_id?.S === baraka.id || row.id?.S === baraka.id) await remove(name, row);
  await pay(subscription, 20);
  const lateClient = await newClient("late");
  await newSubscription(lateClient.id, 7);
  const lateAccount = await accountOf(lateClient.id);
  const version = (await rowsOf("clients")).find(({ id }) => id?.S === chege.id)?.version?.N;
  const erasure = { params: { id: chege.id }, body: { version: Number(version) } };
  expect((await office.asAdmin("POST /api/v1/clients/{id}/erasure", erasure)).status).toBe(200);
  const erased = await accountOf(chege.id);
  for (const row of await rowsOf("charges")) if (row.client_id?.S === chege.id) await remove("charges", row);

  const output = await follow("Rows were destroyed", inNairobi(at));
  expect(output).not.toMatch(/wanjiku|\+254/i);
  expect(output).toContain(`  1 missing, put back: ${baraka.id}\n`);
  expect(output).toMatch(
    /payments: 3 rows then, 3 now\n {2}1 missing, put back: .+\n {2}1 added since, removed: /,
  );
  expect([await accountOf(amani.id), await accountOf(baraka.id)]).toEqual(accounts);
  expect(await accountOf(lateClient.id)).toEqual(lateAccount);
  const chegesCharges = (await rowsOf("charges")).filter((row) => row.client_id?.S === chege.id);
  expect(chegesCharges.map(({ state, service }) => [state?.S, service])).toEqual([["paid", undefined]]);
  expect((await accountOf(chege.id)).payments).toEqual(erased.payments);
  expect(JSON.stringify(await allRows(place))).not.toMatch(/chege|Payroll for 5.55/);
  // A person who read the wrong row cannot overwrite the right one.
  const restored = (await rowsOf("clients")).find(({ id }) => id?.S === amani.id);
  expect(restored?.version).toEqual({ N: "3" });
  const { body } = await office.asStaff("GET /api/v1/clients");
  expect(body.clients.map(({ name }) => name).sort()).toEqual(
    ["Erased client", "amani Wanjiku", "baraka Wanjiku", "late Wanjiku"].sort(),
  );
  expect(await recount(place.client, place.tableNames, dayAt(Date.now()))).toEqual([]);
  expect((await aws.tables()).sort()).toEqual(aws.names.toSorted());
});

test("what somebody changes meanwhile stays, and an interrupted run is completed by the next", async () => {
  const before = await accountOf(ids.amani);
  const money = togetherWith("charges");
  // More than a transaction holds.
  const client_id = { S: "0b8f4d6e-5f0a-4c1e-9d52-3f0f1f5c7a11" };
  await put("accounts", {
    client_id,
    version: { N: "1" },
    subscription_ids: { L: [] },
    credit: { M: {} },
    credit_ids: { L: [] },
  });
  for (let at = 0; at < 150; at += 1)
    await put("charges", { client_id, id: { S: `old#${at}` }, cents: { N: "0" } });
  const at = await quietMoment();
  const charges = await rowsOf("charges");
  for (const row of charges) await remove("charges", row);
  // Only the client that was named, and nothing without a yes.
  await restoreRows({ ...place, ask: async () => false }, money, at);
  await discard(place, money, at);
  expect([await rowsOf("charges"), (await aws.tables()).length]).toEqual([[], aws.names.length]);
  await restoreRows(place, money, at, { only: new Set([ids.baraka]) });
  expect(new Set((await rowsOf("charges")).map((row) => row.client_id?.S))).toEqual(new Set([ids.baraka]));
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
  expect((await rowsOf("charges")).filter((row) => row.client_id?.S === ids.amani)).toEqual([]);
  expect((await rowsOf("charges")).length).toBeGreaterThan(150);
  // The network fails, after the first of two transactions of a client.
  for (const row of charges) await remove("charges", row);
  let transactions = 0;
  aws.beforeCalls(async (operation) => {
    transactions += Number(operation === "TransactWriteItems");
    if (operation === "TransactWriteItems" && transactions > 3) throw new Error("The network failed.");
  });
  await expect(restoreRows(place, money, at)).rejects.toThrow();
  aws.beforeCalls(async () => {});
  await restoreRows(place, money, at);
  expect([await accountOf(ids.amani), (await rowsOf("charges")).length]).toEqual([before, charges.length]);
  expect(await recount(place.client, place.tableNames, dayAt(Date.now()))).toEqual([]);
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
    const restoredIndexes = [
      ...(Table?.GlobalSecondaryIndexes ?? []),
      ...(Table?.LocalSecondaryIndexes ?? []),
    ];
    const { indexes = {}, localIndexes = {} } = tables[name] as Table;
    expect(restoredIndexes.map(({ IndexName }) => IndexName).sort()).toEqual(
      [...Object.keys(indexes), ...Object.keys(localIndexes)].sort(),
    );
  }
  expect(aws.expiring.get(place.tableNames.messages)).toBe("expires_at");
  expect((await office.asStaff("GET /api/v1/messages")).status).toBe(200);
});

test("invoices stay: a restored charge is not invoiced again, and no number is given twice", async () => {
  const body = { ...companyProfile, invoices_from: "2026-01-01" };
  expect((await office.asAdmin("POST /api/v1/settings", { body })).status).toBe(200);
  const { id } = await newClient("dalili");
  const params = { id };
  const charge = async (due: string) => {
    const added = { id: randomUUID(), service: "Installation", amount: 116, currency: "KES", due };
    const { body } = await office.asStaff("POST /api/v1/clients/{id}/charges", { params, body: added });
    return body.charge.id;
  };
  const payment = (amount: number) =>
    office.asStaff("POST /api/v1/clients/{id}/payments", {
      params,
      body: { id: randomUUID(), amount, currency: "KES" },
    });
  const papers = async () =>
    (await rowsOf("papers")).flatMap(({ number, lines, client_id }) =>
      client_id?.S === id ? [[number?.S, lines?.L?.map(({ M }) => M?.charge?.S).join()]] : [],
    );
  const numbered = (...charges: string[]) =>
    vi.waitFor(
      async () =>
        expect((await papers()).sort()).toEqual(
          charges.map((of, at) => [`INV-${year}-${String(at + 1).padStart(6, "0")}`, of]),
        ),
      { timeout: 20_000, interval: 200 },
    );
  const now = dayAt(Number(office.product.now()));
  const year = now.slice(0, 4);
  const first = await charge(now);
  const second = await charge(addDays(now, 60));
  await numbered(first);
  const at = await quietMoment();
  // Invoices after the moment: of a charge from before it, and of one that is new.
  await payment(126);
  await numbered(first, second);
  const late = await charge(now);
  await numbered(first, second, late);
  const command = `npm run restore -- --stage prod --table charges --to ${inNairobi(at)}`;
  const { output } = await run(command);
  expect(output).toContain(
    `Look at this: the charge ${late} of the client ${id} is gone; INV-${year}-000003 says 11600 cents`,
  );
  const invoiced = async () =>
    (await rowsOf("charges")).flatMap(({ client_id, id: of, invoiced }) =>
      client_id?.S === id ? [[of?.S, invoiced?.L?.length]] : [],
    );
  expect((await invoiced()).sort()).toEqual(
    [
      [first, 1],
      [second, 1],
    ].sort(),
  );
  expect(await recount(place.client, place.tableNames, dayAt(Date.now()))).toEqual([]);
  // Nothing is asked when nothing differs.
  const unasked = { ...place, ask: () => Promise.reject(new Error("asked")) };
  await restoreRows(unasked, togetherWith("charges"), at);
  await payment(126);
  await numbered(first, second, late);

  // The numbers go on where the papers end, though the last ones are lost.
  const whole = await quietMoment();
  for (const row of await rowsOf("papers"))
    if (row.id?.S === "numbers" || row.number?.S?.endsWith("2")) await remove("papers", row);
  await put("papers", { id: { S: "numbers" }, serial: { N: "1" }, places: { M: {} } });
  await restoreRows(place, ["papers"], whole);
  await numbered(first, second, late);
  await numbered(first, second, late, await charge(now));
  expect(await recount(place.client, place.tableNames, dayAt(Date.now()))).toEqual([]);
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
  for (const name of RESTORED_TABLES.filter((table) => !["staff", "activity", "settings"].includes(table)))
    expect(unversioned(after[name]), name).toEqual(unversioned(before[name]));
  expect(await recount(place.client, place.tableNames, dayAt(Date.now()))).toEqual([]);
});
