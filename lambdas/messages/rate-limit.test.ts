import { setTimeout as wait } from "node:timers/promises";
import { DescribeTimeToLiveCommand } from "@aws-sdk/client-dynamodb";
import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import { mailedOfOneAddress, messageRoutes } from "../../shared/messages.ts";
import { originHeader } from "../../shared/origin.ts";
import { type Product, startProduct } from "../../test/product.ts";
import { databaseOf, tableNamed } from "../../test/seed-rows.ts";
import { unattended } from "../../test/unattended.ts";

let product: Product;
const originSecret = "what only CloudFront and the API know";
beforeAll(async () => {
  product = await startProduct({
    // What is stored is looked at, and no email.
    template: ({ Parameters, ...template }) => ({
      ...unattended(template),
      Parameters: { ...Parameters, OriginSecret: { Type: "String", Default: originSecret } },
    }),
  });
});
afterAll(() => product.stop());

const fields = {
  name: "Achieng Otieno",
  email: "achieng@example.co.ke",
  phone: "",
  message: "Two lines,\nplease call.",
};

async function stored(): Promise<Record<string, unknown>[]> {
  const database = databaseOf(product);
  const { Items = [] } = await database.send(
    new ScanCommand({ TableName: await tableNamed(database, "Messages") }),
  );
  return Items;
}

const { limit: perAddress } = messageRoutes["POST /api/send-email"];

/** A visitor's message as it reaches the API: through CloudFront, which proves itself, or straight from anywhere. */
const arriving = async (name: string, headers: Record<string, string>) => {
  const answer = await fetch(`${product.api}/api/send-email`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ ...fields, name }),
  });
  return answer.status;
};
const throughCloudFront = (address: string) => ({
  [originHeader]: originSecret,
  // CloudFront adds the visitor to whatever the visitor claims.
  "x-forwarded-for": `192.0.2.1, ${address}`,
});

async function keptAside(prefix: RegExp) {
  const all = (await stored()).filter(({ name }) => prefix.test(String(name)));
  const aside = all.filter(({ state }) => state === "suspected").map(({ name }) => name);
  return { all: all.length, aside: aside.sort() };
}

test("a flood from one address is kept aside from the twenty-first message on, and nobody else suffers", async () => {
  const { most } = mailedOfOneAddress;
  for (let count = 1; count <= most + 2; count += 1)
    expect(await arriving(`Flood ${count}`, throughCloudFront("203.0.113.7"))).toBe(200);
  expect(await arriving("Flood's neighbour", throughCloudFront("203.0.113.8"))).toBe(200);
  expect(await keptAside(/^Flood/)).toEqual({
    all: most + 3,
    aside: [`Flood ${most + 1}`, `Flood ${most + 2}`],
  });
});

test("functions that run beside each other count together, and one household's IPv6 addresses are one", async () => {
  const { most } = mailedOfOneAddress;
  const household = Array.from({ length: most + 2 }, (_, at) => `2001:db8:0:7::${at.toString(16)}`);
  const sent = household.map((address, at) => arriving(`Home ${at}`, throughCloudFront(address)));
  expect(new Set(await Promise.all(sent))).toEqual(new Set([200]));
  expect(await arriving("Home next door", throughCloudFront("2001:db8:0:8::1"))).toBe(200);
  const { all, aside } = await keptAside(/^Home/);
  expect([all, aside.length, aside.includes("Home next door")]).toEqual([most + 3, 2, false]);
});

test("past CloudFront nobody chooses the address that counts, nor fills the count of another", async () => {
  const { most } = mailedOfOneAddress;
  const victim = "198.51.100.23";
  const claims = [
    (at: number) => ({ "x-forwarded-for": `203.0.113.${at}` }),
    () => ({ "x-forwarded-for": `${victim}, ${victim}` }),
    () => ({ "x-forwarded-for": victim, [originHeader]: "guessed" }),
  ];
  for (let at = 0; at < most + 3; at += 1)
    expect(await arriving(`Past ${at}`, claims[at % claims.length]?.(at) ?? {})).toBe(200);
  expect(await arriving("Past Victim", throughCloudFront(victim))).toBe(200);
  const { aside } = await keptAside(/^Past/);
  expect(aside.length).toBeGreaterThanOrEqual(3);
  expect(aside).not.toContain("Past Victim");
});

test("no address is written anywhere, and what is counted goes by itself", async () => {
  const database = databaseOf(product);
  const TableName = await tableNamed(database, "Limits");
  const { Items: counted = [] } = await database.send(new ScanCommand({ TableName }));
  expect(counted.length).toBeGreaterThan(0);
  expect(JSON.stringify([counted, await stored()])).not.toMatch(
    /203\.0\.113|198\.51\.100|2001:db8|127\.0\.0/,
  );
  const hour = Date.parse("2026-12-24T06:00:00Z") / 1000 + 3_600;
  for (const { expires_at } of counted) {
    expect(expires_at).toBeGreaterThan(hour - 3_600);
    expect(expires_at).toBeLessThanOrEqual(hour + 3_600);
  }
  const { TimeToLiveDescription } = await database.send(new DescribeTimeToLiveCommand({ TableName }));
  expect(TimeToLiveDescription).toEqual({ TimeToLiveStatus: "ENABLED", AttributeName: "expires_at" });
});

test("one machine that sends malformed bodies, twenty a second, is in nobody's way but its own", async () => {
  const flooding = setInterval(() => {
    const headers = { "content-type": "application/json", ...throughCloudFront("203.0.113.66") };
    floods.push(
      fetch(`${product.api}/api/send-email`, { method: "POST", headers, body: "{name: 1" }).then(
        ({ status }) => status,
      ),
    );
  }, 50);
  const floods: Promise<number>[] = [];
  const honest: number[] = [];
  while (honest.length < 20 || floods.length < perAddress.most + 20) {
    honest.push(await arriving(`Honest ${honest.length}`, throughCloudFront(`198.51.100.${honest.length}`)));
    await wait(200);
  }
  clearInterval(flooding);
  expect(new Set(honest)).toEqual(new Set([200]));
  expect(await keptAside(/^Honest/)).toEqual({ all: honest.length, aside: [] });
  expect(new Set(await Promise.all(floods))).toEqual(new Set([400, 429]));
});

test("who asked too often is told when to ask again", async () => {
  const headers = { "content-type": "application/json", ...throughCloudFront("203.0.113.67") };
  const ask = () => fetch(`${product.api}/api/send-email`, { method: "POST", headers, body: "{" });
  let refused = await ask();
  // Slower than the route's own limit, which would be met first. A new minute may begin meanwhile.
  for (let asked = 1; asked <= 2 * perAddress.most && refused.status === 400; asked += 1) {
    await wait(25);
    refused = await ask();
  }
  expect(refused.status).toBe(429);
  expect(await refused.json()).toEqual({ error: expect.stringContaining("too often") });
  const seconds = Number(refused.headers.get("retry-after"));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(perAddress.seconds);
});
