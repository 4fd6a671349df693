import { afterAll, afterEach, expect, test, vi } from "vitest";
import { connectTablesOf } from "../../test/product/in-this-process.ts";
import { endInterception, intercept } from "../../test/product/interception.ts";
import { startProduct, today } from "../../test/product/product.ts";

const product = await startProduct();
await connectTablesOf(product);
// The stores create their client when they are loaded, with the environment of that time.
vi.resetModules();
const { numberReceipt } = await import("./receipt-number.ts");
afterAll(() => product.stop());
afterEach(() => {
  vi.restoreAllMocks();
  endInterception(product);
});

test("a number is tried a limited number of times while other receipts are faster", async () => {
  // No pauses.
  vi.spyOn(Math, "random").mockReturnValue(0);
  let tries = 0;
  intercept(product, async ({ operation }, pass) => {
    if (operation !== "TransactWriteItems") return pass();
    tries += 1;
    const CancellationReasons = ["ConditionalCheckFailed", "None"].map((Code) => ({ Code }));
    const __type = "com.amazonaws.dynamodb.v20120810#TransactionCanceledException";
    return Response.json({ __type, message: "Transaction cancelled", CancellationReasons }, { status: 400 });
  });
  const payment = { id: "p", client_id: "c" } as Parameters<typeof numberReceipt>[0];
  await expect(numberReceipt(payment, today)).rejects.toThrow("Other receipts");
  expect(tries).toBe(16);
});
