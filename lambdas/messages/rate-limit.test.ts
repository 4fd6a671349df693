import { setTimeout as wait } from "node:timers/promises";
import { DescribeTimeToLiveCommand } from "@aws-sdk/client-dynamodb";
import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  MAIL_LIMIT_PER_ADDRESS,
  messageRoutes,
  REPEAT_LIMIT_PER_ADDRESS,
} from "../../shared/messages/message.ts";
import { ORIGIN_HEADER } from "../../shared/origin.ts";
import { putOriginSecret } from "../../test/product/origin-secret.ts";
import { type Product, startProduct } from "../../test/product/product.ts";
import { databaseOf, tableNamed } from "../../test/product/seed-rows.ts";
import { withoutQueueConsumers } from "../../test/product/without-queue-consumers.ts";

let product: Product;
const originSecret = "what only CloudFront and the API know";
beforeAll(async () => {
  // These tests read stored messages, not emails.
  product = await startProduct({ template: withoutQueueConsumers });
  await putOriginSecret(product, { current: originSecret });
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

/** Sends a visitor's message to the API, through CloudFront with its secret header or directly. Returns the status. */
const sendMessage = async (name: string, headers: Record<string, string>, more: object = {}) => {
  const answer = await fetch(`${product.api}/api/send-email`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ ...fields, name, ...more }),
  });
  return answer.status;
};
const throughCloudFront = (address: string) => ({
  [ORIGIN_HEADER]: originSecret,
  // CloudFront appends the address of the visitor to the header of the request.
  "x-forwarded-for": `192.0.2.1, ${address}`,
});

async function spamOf(prefix: RegExp) {
  const all = (await stored()).filter(({ name }) => prefix.test(String(name)));
  const spam = all.filter(({ state }) => state === "spam").map(({ name }) => name);
  return { all: all.length, spam: spam.sort() };
}

/** A different sender and text for each index. */
const personal = (at: number) => {
  const letters = String.fromCharCode(97 + Math.floor(at / 26), 97 + (at % 26));
  return { email: `visitor-${letters}@example.co.ke`, message: `Please call me, I am visitor ${letters}.` };
};

test("many messages from one shared address are not spam without a second sign", async () => {
  const phones = throughCloudFront("203.0.113.50");
  for (let at = 0; at < 26; at += 1) expect(await sendMessage(`Phone ${at}`, phones, personal(at))).toBe(200);
  expect(await spamOf(/^Phone/)).toEqual({ all: 26, spam: [] });
  // From the same address, only messages with a second sign are spam.
  const links = "https://casino.example/a  www.casino.example/b";
  expect(await sendMessage("Phone Links", phones, { ...personal(30), message: links })).toBe(200);
  for (let at = 0; at <= REPEAT_LIMIT_PER_ADDRESS.maxCalls; at += 1) {
    await sendMessage(`Phone Text ${at}`, phones, { ...personal(40 + at), message: `Buy now! ${at} left` });
    await sendMessage(`Phone Sender ${at}`, phones, { ...personal(50 + at), email: "Same@example.com" });
  }
  expect(await sendMessage("Phone Next", phones, personal(60))).toBe(200);
  expect((await spamOf(/^Phone/)).spam).toEqual([
    "Phone Links",
    `Phone Sender ${REPEAT_LIMIT_PER_ADDRESS.maxCalls}`,
    `Phone Text ${REPEAT_LIMIT_PER_ADDRESS.maxCalls}`,
  ]);
});

test("a flood from one address is spam from message 21 on, and other addresses are not affected", async () => {
  const { maxCalls } = MAIL_LIMIT_PER_ADDRESS;
  for (let count = 1; count <= maxCalls + 2; count += 1)
    expect(await sendMessage(`Flood ${count}`, throughCloudFront("203.0.113.7"))).toBe(200);
  expect(await sendMessage("Flood's neighbour", throughCloudFront("203.0.113.8"))).toBe(200);
  expect(await spamOf(/^Flood/)).toEqual({
    all: maxCalls + 3,
    spam: [`Flood ${maxCalls + 1}`, `Flood ${maxCalls + 2}`],
  });
});

test("concurrent functions share one count, and the IPv6 addresses of one household are one", async () => {
  const { maxCalls } = MAIL_LIMIT_PER_ADDRESS;
  const household = Array.from({ length: maxCalls + 2 }, (_, at) => `2001:db8:0:7::${at.toString(16)}`);
  const sent = household.map((address, at) => sendMessage(`Home ${at}`, throughCloudFront(address)));
  expect(new Set(await Promise.all(sent))).toEqual(new Set([200]));
  expect(await sendMessage("Home next door", throughCloudFront("2001:db8:0:8::1"))).toBe(200);
  const { all, spam } = await spamOf(/^Home/);
  expect([all, spam.length, spam.includes("Home next door")]).toEqual([maxCalls + 3, 2, false]);
});

test("without CloudFront a request cannot choose the address that is counted", async () => {
  const { maxCalls } = MAIL_LIMIT_PER_ADDRESS;
  const victim = "198.51.100.23";
  const claims = [
    (at: number) => ({ "x-forwarded-for": `203.0.113.${at}` }),
    () => ({ "x-forwarded-for": `${victim}, ${victim}` }),
    () => ({ "x-forwarded-for": victim, [ORIGIN_HEADER]: "guessed" }),
  ];
  for (let at = 0; at < maxCalls + 3; at += 1)
    expect(await sendMessage(`Past ${at}`, claims[at % claims.length]?.(at) ?? {})).toBe(200);
  expect(await sendMessage("Past Victim", throughCloudFront(victim))).toBe(200);
  const { spam } = await spamOf(/^Past/);
  expect(spam.length).toBeGreaterThanOrEqual(3);
  expect(spam).not.toContain("Past Victim");
});

test("no address is stored, and the counts expire", async () => {
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

test("a machine that sends 20 malformed bodies a second does not affect others", async () => {
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
  while (honest.length < 20 || floods.length < perAddress.maxCalls + 20) {
    honest.push(
      await sendMessage(`Honest ${honest.length}`, throughCloudFront(`198.51.100.${honest.length}`)),
    );
    await wait(200);
  }
  clearInterval(flooding);
  expect(new Set(honest)).toEqual(new Set([200]));
  expect(await spamOf(/^Honest/)).toEqual({ all: honest.length, spam: [] });
  expect(new Set(await Promise.all(floods))).toEqual(new Set([400, 429]));
});

test("a throttled response has Retry-After", async () => {
  const headers = { "content-type": "application/json", ...throughCloudFront("203.0.113.67") };
  const ask = () => fetch(`${product.api}/api/send-email`, { method: "POST", headers, body: "{" });
  let refused = await ask();
  // A new minute may begin meanwhile.
  for (let calls = 1; calls <= 2 * perAddress.maxCalls && refused.status === 400; calls += 1)
    refused = await ask();
  expect(refused.status).toBe(429);
  expect(await refused.json()).toEqual({ error: expect.stringContaining("Too many requests") });
  const seconds = Number(refused.headers.get("retry-after"));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(perAddress.seconds);
});
