import { startDaraja } from "daraja-local";
import { stackName } from "../../infra/stack-names.ts";
import { paybillParameter } from "../../shared/paybill/connection.ts";

export const shortCode = "600986";
/** In the path of the addresses that M-Pesa calls. */
export const secret = "0123456789abcdef0123456789abcdef";
const credentials = { consumerKey: "key", consumerSecret: "secret", passkey: "pass", initiator: "api" };

export const startPaybillDaraja = (now: () => number) => startDaraja({ shortCode, ...credentials, now });

type Template = { Resources: Record<string, unknown> };

/** Connects the stack with the Daraja at this URL. */
export function withPaybillSecrets<T extends Template>(template: T, url: string): T {
  const { consumerKey: consumer_key, consumerSecret: consumer_secret, passkey, initiator } = credentials;
  const registered = { short_code: shortCode, site: "https://mwamba.example", at: "2026-11-02T08:10:00Z" };
  const connection = { consumer_key, consumer_secret, passkey, initiator, secret, url, registered };
  template.Resources.PaybillSecrets = {
    Type: "AWS::SSM::Parameter",
    Properties: {
      Name: paybillParameter(stackName({ name: "dev" })),
      Type: "String",
      Value: JSON.stringify({ ...connection, security_credential: "encrypted" }),
    },
  };
  return template;
}

/** A call of Daraja, as `npm run mpesa -- connect` makes it. */
export async function askDaraja(
  url: string,
  path: string,
  body: object,
  consumerSecret = credentials.consumerSecret,
): Promise<void> {
  const authorization = `Basic ${Buffer.from(`key:${consumerSecret}`).toString("base64")}`;
  const token = await fetch(`${url}/oauth/v1/generate?grant_type=client_credentials`, {
    headers: { authorization },
  });
  const { access_token } = (await token.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${access_token}` };
  await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
}

export const registerPull = (url: string): Promise<void> =>
  askDaraja(url, "/pulltransactions/v1/register", {
    ShortCode: shortCode,
    RequestType: "Pull",
    NominatedNumber: "0712345678",
    CallBackURL: `${url}/none`,
  });
