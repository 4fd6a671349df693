import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { brotliCompressSync } from "node:zlib";
import { build } from "esbuild";
import { tables, tableVariable } from "../shared/tables.ts";
import { type Figure, median } from "./figure.ts";

const bundles = resolve("build/lambdas");
const kilobyte = 1024;

/** What each function's code weighs, its SDK included, and how soon it answers in a fresh process. */
export const measure = async (): Promise<Figure[]> => [...sizes(), ...(await coldStarts())];

function sizes(): Figure[] {
  return readdirSync(bundles).flatMap((name) => {
    const code = readFileSync(join(bundles, name, "index.mjs"));
    const compressed = brotliCompressSync(code);
    return [
      { what: `${name}: bundle, minified`, unit: "KB", found: code.length / kilobyte, budget: 410 },
      { what: `${name}: bundle, brotli`, unit: "KB", found: compressed.length / kilobyte, budget: 100 },
    ];
  });
}

/** The least that a function with DynamoDB can be: `lib-dynamodb` as it comes, and one call. */
const bare = `
  import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
  import { DynamoDBDocumentClient, GetCommand } from "@aws-sdk/lib-dynamodb";
  const database = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  export const handler = () => database.send(new GetCommand({ TableName: "t", Key: { id: "1" } }));
`;

/** The routes that only read. */
const reads = {
  clients: "GET /api/v1/clients",
  subscriptions: "GET /api/v1/subscriptions",
  dashboard: "GET /api/v1/dashboard/stats",
  settings: "GET /api/v1/settings",
};

const eventOf = (routeKey: string) => ({
  routeKey,
  headers: {},
  requestContext: {
    requestId: "bench",
    timeEpoch: Date.parse("2026-12-24T06:00:00Z"),
    authorizer: { jwt: { claims: { token_use: "access", "cognito:groups": "[staff]" } } },
  },
});

const rounds = 15;

/** Taken in turns with the bare one, so that whatever else the machine does meets both alike. */
async function coldStarts(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "bare-"));
  const server = createServer((request, response) => {
    const answer = () =>
      response.writeHead(200, { "content-type": "application/x-amz-json-1.0" }).end('{"Items":[]}');
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
      const file = join(bundles, name, "index.mjs");
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

/** Milliseconds from before the import to the answer of the first call. */
async function coldStart(file: string, event: unknown, env: Record<string, string>): Promise<number> {
  const script = `
    const started = performance.now();
    const { handler } = await import(${JSON.stringify(file)});
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
