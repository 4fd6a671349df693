import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { staffedProduct } from "../../../test/product/staffed.ts";
import { compress } from "./compression.ts";

const long = JSON.stringify(Array.from({ length: 200 }, (_, row) => ({ id: row, name: `Client ${row}` })));
const decoded = { br: brotliDecompressSync, gzip: gunzipSync };

test.each([
  ["gzip, deflate, br, zstd", "br"],
  ["gzip, BR", "br"],
  ["gzip;q=1.0, br;q=0", "gzip"],
  ["gzip", "gzip"],
] as const)("a browser that accepts %s gets a long response as %s", (accepted, name) => {
  const { body, headers, isBase64Encoded } = compress(long, accepted);
  expect(headers).toEqual({ vary: "accept-encoding", "content-encoding": name });
  expect(isBase64Encoded).toBe(true);
  expect(decoded[name](Buffer.from(body, "base64")).toString()).toBe(long);
});

test.each(["", "identity", "deflate", "br;q=0.0"])(
  "a browser that accepts %j gets it uncompressed",
  (accepted) => {
    expect(compress(long, accepted)).toEqual({ body: long, headers: { vary: "accept-encoding" } });
  },
);

test("a short response is not compressed", () => {
  expect(compress('{"ok":true}', "br")).toEqual({ body: '{"ok":true}', headers: {} });
});

describe("through gateway and edge", () => {
  const office = staffedProduct();

  test("a list arrives complete, and as small as brotli makes it", async () => {
    for (let row = 0; row < 30; row += 1) {
      const body = { name: `Client ${row}`, email: `client${row}@company.example`, phone: "", company: "" };
      await office.asStaff("POST /api/v1/clients", { body: { ...body, address: "", status: "active" } });
    }
    const { product } = office;
    const { access } = await product.signIn(await product.createStaff("staff"));
    const fetched = await fetch(`${product.site}/api/v1/clients`, {
      headers: { authorization: `Bearer ${access}`, "accept-encoding": "br" },
    });
    expect(fetched.headers.get("content-encoding")).toBe("br");
    const sent = Number(fetched.headers.get("content-length"));
    const text = await fetched.text();
    expect(JSON.parse(text).clients).toHaveLength(30);
    const params = { [constants.BROTLI_PARAM_QUALITY]: 4 };
    expect(sent).toBeLessThanOrEqual(brotliCompressSync(text, { params }).length * 1.15);
    expect(sent).toBeGreaterThan(0);
  });
});
