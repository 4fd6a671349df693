import { setTimeout as wait } from "node:timers/promises";
import { lookTimer, partsOf } from "../frontend/admin/features/import/rows.ts";
import type { AllRoutes } from "../shared/api/api.ts";
import { isWorking } from "../shared/imports/import.ts";
import { intercept } from "../test/product/interception.ts";
import { type Loose, startProduct } from "../test/product/product.ts";
import type { Figure } from "./figure.ts";

const ROWS = 10_000;

/** Measures the cost of an import of 10,000 new clients, each with a phone, half of them with a company. */
export async function measure(): Promise<Figure[]> {
  const product = await startProduct();
  try {
    const asStaff = product.callerFor((await product.signIn(await product.createStaff("staff"))).access);
    let requests = 0;
    const call = async <K extends keyof AllRoutes & string>(key: K, input: Loose) => {
      requests += 1;
      const answer = await asStaff(key, input);
      if (answer.status >= 300) throw new Error(`${key} answered ${answer.status}: ${answer.body.error}`);
      return answer.body;
    };
    let writeUnits = 0;
    intercept(product, async ({ operation, body }, pass) => {
      if (!/Put|Update|Delete|Write/.test(operation) || /"DataStaff/.test(body)) return pass();
      const answer = await pass(JSON.stringify({ ...JSON.parse(body), ReturnConsumedCapacity: "TOTAL" }));
      const text = await answer.text();
      for (const { CapacityUnits = 0 } of [JSON.parse(text).ConsumedCapacity ?? []].flat())
        writeUnits += CapacityUnits;
      return new Response(text, { status: answer.status, headers: answer.headers });
    });
    const rows = Array.from({ length: ROWS }, (_, n) => [
      `Client ${n}`,
      `office@client${n}.example`,
      `0711 ${100_000 + n}`,
      n % 2 === 0 ? `Company ${n} Ltd` : "",
    ]);
    const columns = ["name", "email", "phone", "company"];
    const body = { kind: "clients", name: "clients.csv", columns };
    const { id } = (await call("POST /api/v1/imports", { body })).import;
    const params = { id };
    for (const part of partsOf(rows)) await call("POST /api/v1/imports/{id}/rows", { params, body: part });
    const msUntilNextLook = lookTimer(Date.now);
    let running = (await call("POST /api/v1/imports/{id}/run", { params, body: {} })).import;
    while (isWorking(running)) {
      await wait(msUntilNextLook(running));
      running = (await call("GET /api/v1/imports/{id}", { params })).import;
    }
    if (running.counts.new !== ROWS) throw new Error(`Only ${running.counts.new} clients were imported.`);
    return [
      { name: "import of 10,000 clients", unit: "requests from the browser", value: requests, budget: 25 },
      { name: "import of a client", unit: "write units", value: writeUnits / ROWS, budget: 25 },
    ];
  } finally {
    await product.stop();
  }
}
