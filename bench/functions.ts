import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import { counterRowNames } from "../lambdas/platform/dynamo/counters.ts";
import { tables, tableVariable } from "../shared/tables.ts";
import { type Figure, median } from "./figure.ts";
import { coldStart, warm } from "./function-timing.ts";

const bundles = resolve("build/lambdas");
const bundleOf = (name: string) => join(bundles, name, "index.cjs");
const BYTES_PER_KB = 1024;

/** The size of each function with its SDK, and its response time in a new process and in a warm one. */
export const measure = async (): Promise<Figure[]> => [...sizes(), ...(await times())];

function sizes(): Figure[] {
  return readdirSync(bundles).map((name) => ({
    name: `${name}: bundle, minified`,
    unit: "KB",
    value: statSync(bundleOf(name)).size / BYTES_PER_KB,
    // Four fonts are in it.
    budget: name === "paper-pdf" ? 3_000 : 700,
  }));
}

/** The smallest possible function with DynamoDB: `lib-dynamodb` and one call, of an item or of all. */
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

const userId = randomUUID();
/** This sign-in is already recorded, so calls do not write. */
const staffRows = [
  {
    id: { S: userId },
    name: { S: "Grace" },
    email: { S: "grace@mwamba.example" },
    role: { S: "staff" },
    signed_in_at: { N: "1798092000" },
  },
];

const eventOf = (routeKey: string) => ({
  routeKey,
  headers: { "accept-encoding": "gzip, deflate, br" },
  requestContext: {
    requestId: "bench",
    timeEpoch: Date.parse("2026-12-24T06:00:00Z"),
    authorizer: {
      jwt: {
        claims: {
          sub: userId,
          iat: "1798092000",
          auth_time: "1798092000",
          token_use: "access",
          "cognito:groups": "[staff]",
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
    next_charge: "2027-02-15",
  },
};

/** In DynamoDB's format. */
const toItem = (row: object): Record<string, object> =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, toValue(value)]));

const toValue = (value: unknown): object =>
  Array.isArray(value)
    ? { L: value.map((row) => ({ M: toItem(row) })) }
    : typeof value === "number"
      ? { N: String(value) }
      : { S: value };

/** Counters that are initialised and have real records. */
const counters = [
  {
    name: { S: counterRowNames[0] },
    real_records: { N: "100" },
    active_clients: { N: "40" },
    active_subscriptions: { N: "60" },
    cents_monthly: { N: "894000" },
  },
];

/** Two new processes differ by a tenth from one round to the next. */
const ROUNDS = 30;

/** Alternates with the bare handler, so that other load on the machine affects both. */
async function times(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "bare-"));
  let items: object[] = [];
  const server = createServer((request, response) => {
    const respond = () =>
      response
        .writeHead(200, { "content-type": "application/x-amz-json-1.0" })
        .end(JSON.stringify({ Items: items, Responses: { settings: counters, staff: staffRows } }));
    request.resume().on("end", respond);
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
      for (let round = 0; round < ROUNDS; round += 1) {
        const ours = await coldStart(file, eventOf(route), environment);
        ratios.push(ours / (await coldStart(bareFile, {}, environment)));
      }
      figures.push({
        name: `${name}: new process to first response, relative to a bare handler`,
        unit: "×",
        value: median(ratios),
        budget: 1.5,
      });
    }
    for (const [name, row] of Object.entries(lists)) {
      items = Array.from({ length: 50 }, () => toItem({ ...row, id: randomUUID() }));
      const added = await warm(
        bundleOf(name),
        bareFile,
        eventOf(reads[name as keyof typeof lists]),
        environment,
      );
      const label = `${name}: fifty rows, warm, added to a bare handler`;
      figures.push(
        { name: `${label}, p50`, unit: "ms", value: added.p50, budget: 1 },
        { name: `${label}, p99`, unit: "ms", value: added.p99, budget: 5 },
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
