import { readdirSync, readFileSync, mkdtempSync } from "node:fs";
import { test } from "vitest";
import { startProduct } from "../../e2e/product.ts";
import { aClient } from "../../e2e/staffed.ts";
test("debug", async () => {
  const directory = mkdtempSync("/tmp/remdbg/x");
  const product = await startProduct({ directory });
  const call = product.callerFor((await product.signIn(await product.employ("staff"))).access);
  const c = (await call("POST /api/v1/clients", { body: aClient })).body.client;
  await call("POST /api/v1/subscriptions", { body: { client_id: c.id, start_date: "2026-01-15", frequency: "monthly", amount: 149.99, next_billing_date: "2026-12-31" } });
  console.log(await call("POST /api/v1/send-notifications"));
  await new Promise((r) => setTimeout(r, 1500));
  for (const f of readdirSync(directory + "/logs")) console.log(f, readFileSync(directory + "/logs/" + f, "utf8").slice(0, 3000));
  console.log(product.calls().filter((x) => !x.allowed));
  console.log((await product.inbox()).map((m) => m.subject));
  await product.stop();
});
