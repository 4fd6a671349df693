import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { ORIGIN_HEADER } from "../../../shared/origin.ts";
import { putOriginSecret } from "../../../test/product/origin-secret.ts";
import { type Product, startProduct } from "../../../test/product/product.ts";

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

let visitorOf: typeof import("./visitor.ts").visitorOf;
beforeEach(async () => {
  const arns = product.granted().flatMap(({ resources }) => resources);
  vi.stubEnv("ORIGIN_SECRET_ARN", arns.find((arn) => arn.includes(":secret:SecretsOrigin")) ?? "");
  vi.stubEnv("AWS_ENDPOINT_URL", product.awsEndpoint);
  vi.stubEnv("AWS_REGION", product.region);
  vi.stubEnv("AWS_ACCESS_KEY_ID", product.credentials.accessKeyId);
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", product.credentials.secretAccessKey);
  vi.useFakeTimers({ toFake: ["Date"] });
  // Without an earlier test's cache.
  vi.resetModules();
  ({ visitorOf } = await import("./visitor.ts"));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const viewer = "203.0.113.50";
const edge = "198.51.100.1";
/** A request as API Gateway passes it on, with this header of CloudFront. */
const requestWith = (header?: string) =>
  ({
    headers: {
      "x-forwarded-for": `${viewer}, ${edge}`,
      ...(header !== undefined && { [ORIGIN_HEADER]: header }),
    },
    requestContext: { http: { sourceIp: edge } },
  }) as unknown as Parameters<typeof visitorOf>[0];
const addressWith = async (header?: string) => (await visitorOf(requestWith(header))).address;
const minutes = (count: number) => vi.setSystemTime(Date.now() + count * 60_000);

test("the current secret proves that CloudFront named the visitor; another one does not", async () => {
  await putOriginSecret(product, { current: "current" });
  expect(await addressWith("current")).toBe(viewer);
  for (const header of ["guessed", "", "previous", "currenT", undefined])
    expect(await addressWith(header)).toBe(edge);
});

test("while a secret is renewed, the old and the new one count; the old one ends an hour after", async () => {
  await putOriginSecret(product, { current: "old" });
  expect(await addressWith("old")).toBe(viewer);
  await putOriginSecret(product, { current: "new", previous: "old" });
  minutes(0.5);
  // Read again before the cached one expires, because CloudFront sends it.
  expect(await addressWith("new")).toBe(viewer);
  for (const later of [10, 600, 6_000]) {
    minutes(later);
    expect(await addressWith("old")).toBe(viewer);
  }
  const until = new Date(Date.now() + 3_600_000).toISOString();
  await putOriginSecret(product, { current: "new", previous: "old", previous_until: until });
  minutes(59);
  expect([await addressWith("old"), await addressWith("new")]).toEqual([viewer, viewer]);
  minutes(2);
  expect([await addressWith("old"), await addressWith("new")]).toEqual([edge, viewer]);
});

test("a wrong header makes a function read the secret at most every ten seconds", async () => {
  await putOriginSecret(product, { current: "current" });
  const reads = () => product.calls().filter(({ action }) => action === "secretsmanager:GetSecretValue");
  await addressWith("guessed");
  const before = reads().reduce((sum, { count }) => sum + count, 0);
  for (let at = 0; at < 20; at += 1) await addressWith(`guessed ${at}`);
  expect(reads().reduce((sum, { count }) => sum + count, 0)).toBe(before);
});

test("a visitor is served and counted while Secrets Manager does not answer", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  vi.stubEnv("AWS_ENDPOINT_URL", "http://127.0.0.1:9");
  const [first, second] = [await visitorOf(requestWith("current")), await visitorOf(requestWith())];
  expect(first).toEqual({ address: edge, hash: expect.stringMatching(/^[\w-]{43}$/) });
  expect(second).toEqual(first);
  vi.stubEnv("AWS_ENDPOINT_URL", product.awsEndpoint);
});
