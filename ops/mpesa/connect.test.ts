import { GetParameterCommand, SSMClient } from "@aws-sdk/client-ssm";
import { startDaraja } from "daraja-local";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { omit } from "../../shared/omit.ts";
import { askDaraja } from "../../test/product/paybill-secrets.ts";
import { type Product, startProduct } from "../../test/product/product.ts";
import { connect, securityCredential } from "./connect.ts";

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

const keys = { consumerKey: "key", consumerSecret: "consumer-secret", passkey: "passkey", initiator: "api" };
let targets = 0;

async function start() {
  const daraja = await startDaraja({ ...keys, shortCode: "600986" });
  onTestFinished(daraja.stop);
  targets += 1;
  const { region, awsEndpoint: endpoint, credentials, site } = product;
  const ssm = new SSMClient({ region, endpoint, credentials });
  const parameter = `/test-${targets}/paybill`;
  const account = {
    short_code: "600986",
    phone: "0712345678",
    consumer_key: "key",
    consumer_secret: "consumer-secret",
    passkey: "passkey",
    initiator: "api",
    security_credential: "credential",
    url: daraja.url,
  };
  const read = (more = {}) => ssm.send(new GetParameterCommand({ Name: parameter, ...more }));
  const stored = async () => JSON.parse((await read({ WithDecryption: true })).Parameter?.Value ?? "");
  return { daraja, account, target: { ssm, parameter, site }, read, stored };
}

test("secrets are stored encrypted, and the addresses are registered with no word that Safaricom refuses", async () => {
  const { daraja, account, target, read, stored } = await start();
  const lines = await connect(target, account);
  expect(lines.join()).not.toMatch(/consumer-secret|passkey|credential/);
  expect((await read()).Parameter).toMatchObject({ Type: "SecureString", Value: "(encrypted)" });
  const secrets = omit(account, "short_code", "phone");
  const { secret, registered, ...keptSecrets } = await stored();
  expect(keptSecrets).toEqual(secrets);
  expect(secret).toMatch(/^[0-9a-f]{48}$/);
  expect(registered).toMatchObject({ short_code: "600986", site: target.site });
  const { confirmations } = await daraja.pay({ account: "Rent", amount: 100, phone: "0712345678" });
  await daraja.idle();
  expect(confirmations).toHaveLength(1);
});

test("connecting again changes the secrets, and keeps the addresses that are registered", async () => {
  const { account, target, stored } = await start();
  await connect(target, account);
  const { secret, registered } = await stored();
  await connect(target, { ...account, passkey: "another" });
  expect(await stored()).toMatchObject({ secret, registered, passkey: "another" });
  await expect(connect(target, account, { renew: true })).rejects.toThrow(
    "addresses on record that are not known to be these",
  );
});

const urls = { ShortCode: "600986", ResponseType: "Completed", ConfirmationURL: "http://127.0.0.1:9/theirs" };

test("addresses of somebody else are never taken for ours, however often it is tried", async () => {
  const { daraja, account, target } = await start();
  await askDaraja(daraja.url, "/mpesa/c2b/v2/registerurl", urls, "consumer-secret");
  for (let times = 0; times < 3; times += 1)
    await expect(connect(target, account)).rejects.toThrow("not known to be these. Delete the addresses");
});

test.each([
  { code: "500.003.1001", text: "Service is currently unreachable. Please try again later." },
  { code: "500.003.02", text: "System is busy", status: 503 },
  { code: "9", text: "", status: 200 },
])("nothing is connected after an answer that is not known to be success: $text", async (refusal) => {
  const { daraja, account, target, stored } = await start();
  daraja.plays.registerRefusal = refusal;
  for (let times = 0; times < 2; times += 1)
    await expect(connect(target, account)).rejects.toThrow(/the addresses are not: .*Repeat this later\.$/);
  expect(await stored()).not.toHaveProperty("registered");
  daraja.plays.registerRefusal = undefined;
  expect((await connect(target, account)).join()).toContain("M-Pesa is connected");
});

test("after a failure of Pull Transactions the addresses are known to be ours", async () => {
  const { account, target } = await start();
  await expect(connect(target, { ...account, phone: "1" })).rejects.toThrow(
    "Callbacks are connected, but Pull Transactions is not: Bad Request - Invalid PhoneNumber.",
  );
  expect((await connect(target, account)).join()).toContain("M-Pesa is connected");
});

test("a site with another address is not connected until the old addresses are deleted", async () => {
  const { account, target } = await start();
  await connect(target, account);
  const moved = { ...target, site: "http://127.0.0.1:9" };
  await expect(connect(moved, account)).rejects.toThrow("addresses on record that are not known to be these");
});

test("nothing is stored if Daraja does not know the key, and the error names no secret", async () => {
  const { account, target, read } = await start();
  const failed = connect(target, { ...account, consumer_secret: "wrong" });
  await expect(failed).rejects.toThrow(
    "Daraja does not know this consumer key and secret. Nothing was stored.",
  );
  await expect(read()).rejects.toMatchObject({ name: "ParameterNotFound" });
});

test("the initiator's password is encrypted for the certificate", () => {
  const credential = securityCredential("password", certificate);
  expect(Buffer.from(credential, "base64")).toHaveLength(128);
  expect(securityCredential("password", certificate)).not.toBe(credential);
});

const certificate = `-----BEGIN CERTIFICATE-----
MIIB/DCCAWWgAwIBAgIUYdOXe6yN85acLeKUenAZRociL7UwDQYJKoZIhvcNAQEL
BQAwDzENMAsGA1UEAwwEdGVzdDAgFw0yNjExMjQxNjI3NDZaGA8yMTI2MTAzMTE2
Mjc0NlowDzENMAsGA1UEAwwEdGVzdDCBnzANBgkqhkiG9w0BAQEFAAOBjQAwgYkC
gYEA8mOsOderYipiJH1sDwyBAudF40SKIGEUyV444GgYeISdPgQNegE5PxH3g71H
pWoPREDeAIUZirUyO5/jg8xhEghA6ZfV21Pu917dZ5ghLhp23Q8t9MccgYXLY2eP
QFhI/B/5W6z/JKzx04kDnrcMdPNIITMaogszJTz5L8p+pbkCAwEAAaNTMFEwHQYD
VR0OBBYEFEtE6gtQTkkwalduFvACkU444du8MB8GA1UdIwQYMBaAFEtE6gtQTkkw
alduFvACkU444du8MA8GA1UdEwEB/wQFMAMBAf8wDQYJKoZIhvcNAQELBQADgYEA
e+KzX5OIlbXYttGDigMTZUD/ycB0eD94EzKgz0ahO05QKuNJSoS4IGT7G/OTo3S/
dV/XzE6W59mSwygxKUTJk+QMz09dzHqjYUekWDLQ1jd7Y6dblpm1lGikMbACRqPT
2aNgl5GXkYD3VRDal/HXHu1o7yLVMAT7bF8lC/CjNls=
-----END CERTIFICATE-----`;
