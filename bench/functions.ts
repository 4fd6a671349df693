import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { brotliCompressSync } from "node:zlib";
import { build } from "esbuild";
import { rowNames } from "../lambdas/counters.ts";
import { tables, tableVariable } from "../shared/tables.ts";
import { type Figure, median } from "./figure.ts";

const bundles = resolve("build/lambdas");
const bundleOf = (name: string) => join(bundles, name, "index.cjs");
const kilobyte = 1024;

/** What each function's code weighs, its SDK included, and how soon it answers: in a fresh process, and warm. */
export const measure = async (): Promise<Figure[]> => [...sizes(), ...(await times())];

function sizes(): Figure[] {
  return readdirSync(bundles).flatMap((name) => {
    const code = readFileSync(bundleOf(name));
    const compressed = brotliCompressSync(code);
    return [
      { what: `${name}: bundle, minified`, unit: "KB", found: code.length / kilobyte, budget: 410 },
      { what: `${name}: bundle, brotli`, unit: "KB", found: compressed.length / kilobyte, budget: 100 },
    ];
  });
}

/** The least that a function with DynamoDB can be: `lib-dynamodb` as it comes, and one call, of an item or of all. */
const bare = `
  import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
  import { DynamoDBDocumentClient, GetCommand, ScanCommand } from "@aws-sdk/lib-dynamodb";
  const database = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  export async function handler({ list }) {
    if (!list) return database.send(new GetCommand({ TableName: "t", Key: { id: "1" } }));
    const { Items } = await database.send(new ScanCommand({ TableName: "t" }));
    return { statusCode: 200, body: JSON.stringify({ items: Items }) };
  }
`;

/** The routes that only read. */
const reads = {
  clients: "GET /api/v1/clients",
  subscriptions: "GET /api/v1/subscriptions",
  dashboard: "GET /api/v1/dashboard/stats",
  settings: "GET /api/v1/settings",
};

const whoCalls = randomUUID();
/** Somebody who has called since they signed in: that is noted once a sign-in, however many processes there are. */
const standings = [{ id: { S: whoCalls }, signed_in_at: { N: "1798092000" } }];

const eventOf = (routeKey: string) => ({
  routeKey,
  headers: { "accept-encoding": "gzip, deflate, br" },
  requestContext: {
    requestId: "bench",
    timeEpoch: Date.parse("2026-12-24T06:00:00Z"),
    authorizer: {
      jwt: {
        claims: {
          ...{ sub: whoCalls, iat: "1798092000", auth_time: "1798092000" },
          ...{ token_use: "access", "cognito:groups": "[staff]" },
        },
      },
    },
  },
});

/** A row of each list. */
const shared = { created_at: "2026-01-15T09:00:00.000Z", status: "active", version: 1 };
const lists = {
  clients: {
    ...shared,
    name: "Amani Traders",
    email: "accounts@amani.example",
    phone: "+254 700 000000",
    company: "Amani Traders Limited",
    address: "Ngong Road\nNairobi",
    // One of a release before would be given its own with each answer.
    payment_reference: "1000008",
  },
  subscriptions: {
    ...shared,
    client_id: "9d2c8e6a-8f7d-4a53-9a6e-3f1b64c2a7f0",
    start_date: "2026-01-15",
    frequency: "monthly",
    amount_cents: 149_99,
    next_billing_date: "2027-01-15",
    billing_anchor: "2026-01-15",
    renewals: 0,
  },
};

/** As DynamoDB answers it. */
const stored = (row: Record<string, string | number>) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === "number" ? { N: String(value) } : { S: value },
    ]),
  );

/** Not the first look, which sets the marks, and not that of somebody who is setting up. */
const counters = [
  {
    ...{ name: { S: rowNames[0] }, real_records: { N: "100" } },
    ...{ active_clients: { N: "40" }, active_subscriptions: { N: "60" }, cents_monthly: { N: "894000" } },
    ...{ samples_apart: { BOOL: true }, payments_counted: { BOOL: true } },
  },
];

/** What two fresh processes take differs by a tenth from one pair to the next. */
const rounds = 30;

/** Each is taken in turns with the bare one, so that whatever else the machine does meets both alike. */
async function times(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "bare-"));
  let items: object[] = [];
  const server = createServer((request, response) => {
    const answer = () =>
      response
        .writeHead(200, { "content-type": "application/x-amz-json-1.0" })
        .end(JSON.stringify({ Items: items, Responses: { settings: counters, staff: standings } }));
    request.resume().on("end", answer);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  try {
    const bareFile = join(folder, "bare.mjs");
    await build({
      stdin: { contents: bare, resolveDir: process.cwd() },
      outfile: bareFile,
      bundle: true,
      platform: "node",
      format: "esm",
      target: "node24",
      minify: true,
      mainFields: ["module", "main"],
      banner: { js: 'import{createRequire}from"node:module";const require=createRequire(import.meta.url);' },
    });
    const environment = environmentAt((server.address() as AddressInfo).port);
    const figures: Figure[] = [];
    for (const [name, route] of Object.entries(reads)) {
      const file = bundleOf(name);
      const ratios: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const ours = await coldStart(file, eventOf(route), environment);
        ratios.push(ours / (await coldStart(bareFile, {}, environment)));
      }
      figures.push({
        what: `${name}: fresh process to first answer, over a bare handler's`,
        unit: "×",
        found: median(ratios),
        budget: 1.15,
      });
    }
    for (const [name, row] of Object.entries(lists)) {
      items = Array.from({ length: 50 }, () => stored({ ...row, id: randomUUID() }));
      const added = await warm(
        bundleOf(name),
        bareFile,
        eventOf(reads[name as keyof typeof lists]),
        environment,
      );
      const what = `${name}: fifty rows, warm, added to a bare handler's`;
      figures.push(
        { what: `${what}, p50`, unit: "ms", found: added.p50, budget: 1 },
        { what: `${what}, p99`, unit: "ms", found: added.p99, budget: 5 },
      );
    }
    return figures;
  } finally {
    server.close();
    rmSync(folder, { recursive: true });
  }
}

const environmentAt = (port: number): Record<string, string> => ({
  AWS_REGION: "eu-west-1",
  AWS_ACCESS_KEY_ID: "bench",
  AWS_SECRET_ACCESS_KEY: "bench",
  AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`,
  ...Object.fromEntries(
    (Object.keys(tables) as (keyof typeof tables)[]).map((name) => [tableVariable(name), name]),
  ),
});

const requireAsLambda = `
  import { createRequire } from "node:module";
  const require = createRequire(process.execPath);
`;
const loading = (file: string) =>
  file.endsWith(".cjs") ? `require(${JSON.stringify(file)})` : `await import(${JSON.stringify(file)})`;

/** Milliseconds from before the import to the answer of the first call. */
async function coldStart(file: string, event: unknown, env: Record<string, string>): Promise<number> {
  const script = `
    ${requireAsLambda}
    const started = performance.now();
    const { handler } = ${loading(file)};
    const answer = await handler(${JSON.stringify(event)}, {});
    const took = performance.now() - started;
    if (answer.statusCode >= 400) throw new Error(answer.body);
    console.log("took", took);
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script], {
    env,
  });
  return Number(/took ([\d.]+)/.exec(stdout)?.[1]);
}

/** Milliseconds that a call takes longer than one of the bare handler, in the same process, once both are warm. */
async function warm(
  file: string,
  bareFile: string,
  event: unknown,
  env: Record<string, string>,
): Promise<{ p50: number; p99: number }> {
  const script = `
    ${requireAsLambda}
    const ours = ${loading(file)};
    const bare = ${loading(bareFile)};
    async function time(handler, event) {
      const started = performance.now();
      const answer = await handler(event, {});
      if (answer.statusCode !== 200) throw new Error(answer.body);
      return performance.now() - started;
    }
    const taken = { ours: [], bare: [] };
    for (let round = 0; round < 1500; round += 1) {
      const both = [await time(ours.handler, ${JSON.stringify(event)}), await time(bare.handler, { list: true })];
      if (round < 500) continue;
      taken.ours.push(both[0]);
      taken.bare.push(both[1]);
    }
    const at = (times, part) => times.sort((one, other) => one - other)[Math.floor(times.length * part)];
    const added = (part) => at(taken.ours, part) - at(taken.bare, part);
    console.log("added", JSON.stringify({ p50: added(0.5), p99: added(0.99) }));
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script], {
    env,
  });
  return JSON.parse(/added (.+)/.exec(stdout)?.[1] ?? "");
}
