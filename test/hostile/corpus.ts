/** Inputs that attackers, broken clients and typing mistakes send to APIs like this one. */

/** For a text field. */
export const texts = [
  "",
  " ",
  "\u0000",
  "Jo\ud83d",
  "\udc4d\ud83d",
  "Jo\u202Egpj.exe",
  "\u2066Jo",
  "\u200B\u3164\u2800",
  "Jo\r\nBcc: victim@example.com",
  "=?utf-8?q?Your_bank?= <bank@example.com>",
  "<script>alert(1)</script>",
  "{{7*7}} #{7*7} <%= 7*7 %>",
  "'; DROP TABLE clients; --",
  "../../../../etc/passwd",
  "\uFFFE\uFFFF",
  "e\u0301".repeat(300),
  "👩‍👩‍👧‍👦".repeat(300),
  "x".repeat(20_000),
  "constructor",
  "+010000-12-31",
  "-000001-01-01",
  "0000-01-01",
  "2026-02-30",
  "9999-12-31",
  "NaN",
  "1e400",
  "00000000-0000-0000-0000-000000000000",
];

/** For any field: values that are not text. */
export const values: unknown[] = [
  null,
  true,
  0,
  -0,
  -1,
  0.001,
  1e-7,
  5e-324,
  0.1 + 0.2,
  2 ** 53,
  1.797e308,
  [],
  [[]],
  ["x"],
  {},
  { toString: 1 },
  { $ne: null },
  { S: "x" },
];

/** For a whole body, as bytes. */
export const bodies: (string | Uint8Array<ArrayBuffer>)[] = [
  "",
  " ",
  "null",
  "true",
  "7",
  '"text"',
  "[]",
  "[{}]",
  "{}",
  "{",
  '{"a":}',
  "{'name': 'x'}",
  "undefined",
  "name=x&email=y",
  "<xml/>",
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"name":1,"name":2}',
  '{"\\ud83d":1}',
  '{"amount":1e400}',
  "[".repeat(10_000),
  `${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}`,
  "\uFEFF{}",
  "{}\u0000",
  JSON.stringify({ name: "x".repeat(70_000) }),
  Uint8Array.of(0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00),
  new TextEncoder().encode('{"name":"?"}').map((byte) => (byte === 0x3f ? 0xc0 : byte)),
  Uint8Array.of(0x1f, 0x8b, 0x08, 0x00),
];

/** Content types. */
export const types = [
  undefined,
  "text/plain",
  "application/octet-stream",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "application/json; charset=utf-16",
  ";;;",
];

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const someKey = { about: "x", claim: "x" };

/** For a cursor. */
export const cursors = [
  "",
  "x",
  "%",
  "====",
  "\u0000",
  "-".repeat(5_000),
  "7b1c3a52-6f0e-4d7a-9a51-0c8f3f1f2a10",
  encoded(null),
  encoded([]),
  encoded({}),
  encoded("x"),
  encoded({ at: "", about: "", claim: "" }),
  encoded({ at: "x", about: "", claim: "x" }),
  encoded({ at: 7, ...someKey }),
  encoded({ at: "2026-12-24T06:00:00.000Z", ...someKey, day: "1999-01-01" }),
  encoded({ at: "\ud83d", ...someKey }),
  encoded({ at: "x".repeat(190), ...someKey, __proto__: { x: 1 } }),
  encoded({ at: { S: "x" }, ...someKey }),
  encoded({ pending: ["", ""] }),
  encoded({ pending: ["2026-12-24T06:00:00.000Z", ""] }),
  encoded({ pending: ["2026-12-24T06:00:00.000Z", "7b1c3a52-6f0e-4d7a-9a51-0c8f3f1f2a10"] }),
  encoded({ pending: null, mailed: null, answered: null, spam: null }),
  encoded({ pending: [null, null] }),
  encoded({ elsewhere: null }),
];

/** For one part of a path, not encoded further. */
export const pathParts = [
  "x",
  "%00",
  "%",
  "%zz",
  "%c0%af",
  "%ed%a0%bd",
  "%2e%2e",
  "..",
  ".",
  "%2F",
  "..%2F..%2Fsettings",
  "%0d%0aSet-Cookie:x=1",
  "%F0%9F%91%8D",
  "null",
  "-1",
  "{id}",
  "7b1c3a52-6f0e-4d7a-9a51-0c8f3f1f2a10%00",
  "x".repeat(4_000),
  "%25%30%30",
  "7b1c3a52-6f0e-4d7a-9a51-0c8f3f1f2a10;a=b",
];

/** For the query string, not encoded further. */
export const queries = [
  "?",
  "&&&",
  "=",
  "%",
  "%zz=1",
  "a=1&a=2",
  "__proto__=1",
  "constructor[prototype]=1",
  "cursor[]=x",
  "cursor=%00",
  "cursor=%ed%a0%bd",
  "day=2026-12-24&day=2026-12-25",
  `x=${"y".repeat(4_000)}`,
];

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const expired = { sub: "x", token_use: "access", exp: 1, "cognito:groups": ["admin"] };

/** For the Authorization header. */
export const authorizations = [
  "",
  "Bearer",
  "Bearer ",
  "Bearer null",
  "Basic YWRtaW46YWRtaW4=",
  "Bearer a.b.c",
  "Bearer ..",
  `Bearer ${part({ alg: "none" })}.${part(expired)}.`,
  `Bearer ${part({ alg: "HS256" })}.${part(expired)}.c2lnbmF0dXJl`,
  `Bearer ${part({ alg: "RS256", kid: "../../etc/passwd" })}.${part({ ...expired, exp: 9e9 })}.c2ln`,
  `Bearer ${part({ alg: "RS256", jku: "http://127.0.0.1:9/keys" })}.${part(expired)}.c2ln`,
  `Bearer ${part(null)}.${part(null)}.${part(null)}`,
  `Bearer ${"x".repeat(6_000)}`,
  "Bearer \u00ff\u00fe",
];
