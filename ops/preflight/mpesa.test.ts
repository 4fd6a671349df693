import { expect, test } from "vitest";
import { loopbackPreflight, prod, runPreflight } from "../../test/loopback/preflight.ts";

const running = loopbackPreflight();

const site = "https://www.example.com";
const registered = { short_code: "522522", site, at: "2026-11-02T08:10:00Z" };
const connection = {
  consumer_key: "k",
  consumer_secret: "s",
  passkey: "p",
  initiator: "i",
  security_credential: "c",
  secret: "0123456789abcdef0123456789abcdef",
  registered,
};
const stage = { ...prod, mpesa: { short_code: "522522" } };
const connect = "npm run mpesa -- connect --stage prod";

async function findings(parameter?: object) {
  const account = running.account;
  account.stacks["Mwamba-prod"] = {
    status: "UPDATE_COMPLETE",
    identities: ["example.com"],
    outputs: { SiteUrl: site },
  };
  if (parameter) account.parameters["/Mwamba-prod/paybill"] = JSON.stringify(parameter);
  const { ok, warning, clear } = await runPreflight(stage);
  expect(clear).toBe(true);
  const about = /M-Pesa|paybill/;
  return { ok: ok.filter((line) => about.test(line)), warning: warning.filter((line) => about.test(line)) };
}

test("a connected paybill number is fine, and no secret is printed", async () => {
  const { ok, warning } = await findings(connection);
  expect(warning).toEqual([]);
  expect(ok).toEqual([expect.stringContaining(`announces payments to 522522 at ${site} since 2026-11-02`)]);
  expect(ok.join()).not.toContain(connection.secret);
});

test.each<[string, object | undefined, message: string]>([
  ["no secrets", undefined, "has no secrets in /Mwamba-prod/paybill"],
  ["a missing secret", { ...connection, passkey: "" }, "has no secrets"],
  ["no registered addresses", { ...connection, registered: undefined }, "not registered"],
  [
    "another site",
    { ...connection, registered: { ...registered, site: "https://old.example" } },
    "https://old.example",
  ],
  [
    "another number",
    { ...connection, registered: { ...registered, short_code: "600986" } },
    "for 600986, not",
  ],
  [
    "the sandbox in production",
    { ...connection, url: "https://sandbox.safaricom.co.ke" },
    "instead of M-Pesa",
  ],
])("%s is a warning with the command that helps", async (_, parameter, message) => {
  const { ok, warning } = await findings(parameter);
  expect(ok).toEqual([]);
  expect(warning).toEqual([expect.stringContaining(message)]);
  expect(warning[0]).toContain(connect);
});

test("a stage without a paybill number is not checked", async () => {
  const { warning, ok } = await runPreflight();
  expect([...warning, ...ok].join()).not.toMatch(/M-Pesa/);
});
