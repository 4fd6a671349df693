import { DeleteCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, expect, test, vi } from "vitest";
import { chargeId } from "../../shared/billing/account.ts";
import { addMonths } from "../../shared/day.ts";
import { databaseOf, rowsOf, tableNamed } from "../../test/product/database.ts";
import { connectTablesOf } from "../../test/product/in-this-process.ts";
import { endInterception, intercept } from "../../test/product/interception.ts";
import { startProduct, today } from "../../test/product/product.ts";
import { seedAccounts } from "../../test/product/seed-rows.ts";

const product = await startProduct();
await connectTablesOf(product);
// The stores create their client when they are loaded, with the environment of that time.
vi.resetModules();
const { markTold, withdrawTold } = await import("./told.ts");
const { readRow } = await import("./account-store.ts");
afterAll(() => product.stop());

/** A client who got a reminder about each of these periods. */
async function toldClient(periods: number) {
  const client_id = crypto.randomUUID();
  const first = addMonths(today, -periods);
  const terms = { billing_anchor: first, next_billing_date: first };
  const [{ id: subscription_id = "" } = {}] = await seedAccounts(product, [client_id], () => terms);
  const account = await readRow(client_id);
  if (!account) throw new Error("There is no account.");
  const charges = Array.from({ length: periods }, (_, at) => ({
    id: chargeId({ subscription_id, period: addMonths(first, at) }),
  }));
  const told_on = today;
  expect(
    await markTold(
      account,
      charges.map(({ id }) => ({ id, told_on })),
    ),
  ).toBe(true);
  const toldIds = async () =>
    (await rowsOf(product, "Charges"))
      .filter((row) => row.client_id === client_id && row.told_on)
      .map(({ id }) => id)
      .sort();
  expect(await toldIds()).toEqual(charges.map(({ id }) => id));
  const remove = async (id: string) => {
    const database = databaseOf(product);
    await database.send(
      new DeleteCommand({ TableName: await tableNamed(database, "Charges"), Key: { client_id, id } }),
    );
  };
  return { client_id, charges, told: toldIds, remove };
}

test("a charge that is gone by now is not written again, and the others are withdrawn", async () => {
  const { client_id, charges, told, remove } = await toldClient(3);
  const [removed, ...otherCharges] = charges as [{ id: string }, { id: string }, { id: string }];
  await remove(removed.id);
  let tries = 0;
  intercept(product, async ({ operation }, pass) => {
    if (operation === "TransactWriteItems") tries += 1;
    return pass();
  });
  await withdrawTold(client_id, [removed, ...otherCharges]);
  endInterception(product);
  expect([await told(), tries]).toEqual([[], 3]);
  expect((await rowsOf(product, "Charges")).some(({ id }) => id === removed.id)).toBe(false);
  const row = await readRow(client_id);
  expect(otherCharges.map(({ id }) => row?.open.find(({ charge }) => charge === id)?.told)).toEqual([
    undefined,
    undefined,
  ]);
});

test("what others change meanwhile is read again, also for a charge beyond those that the account repeats", async () => {
  const { client_id, charges, told } = await toldClient(110);
  const last = charges.at(-1) as { id: string };
  let refused = 0;
  intercept(product, async ({ operation }, pass) => {
    if (operation !== "TransactWriteItems" || refused === 2) return pass();
    refused += 1;
    const CancellationReasons = ["ConditionalCheckFailed", "None"].map((Code) => ({ Code }));
    const __type = "com.amazonaws.dynamodb.v20120810#TransactionCanceledException";
    return Response.json({ __type, message: "Transaction cancelled", CancellationReasons }, { status: 400 });
  });
  await withdrawTold(client_id, [last]);
  endInterception(product);
  expect([refused, (await told()).includes(last.id)]).toEqual([2, false]);
});
