/** Connects a stage with M-Pesa: stores its secrets, and registers the addresses that Safaricom calls. */
import { publicEncrypt, constants as RSA, randomBytes, X509Certificate } from "node:crypto";
import { GetParameterCommand, PutParameterCommand, type SSMClient } from "@aws-sdk/client-ssm";
import { callbackPath, PaybillConnection } from "../../shared/paybill/connection.ts";

export interface Target {
  ssm: SSMClient;
  /** The name of the parameter with the secrets. */
  parameter: string;
  site: string;
}

export interface Account extends Omit<PaybillConnection, "secret"> {
  short_code: string;
  /** The phone that Safaricom has on record for Pull Transactions. */
  phone: string;
}

const TIMEOUT_MS = 20_000;
const DELETE_THEM =
  "Delete the addresses in the Daraja portal (Self services, URL management), then repeat this.";

/** The initiator's password as Daraja takes it, encrypted for the certificate that Safaricom publishes. */
export const securityCredential = (password: string, certificate: string): string =>
  publicEncrypt(
    { key: new X509Certificate(certificate).publicKey, padding: RSA.RSA_PKCS1_PADDING },
    Buffer.from(password),
  ).toString("base64");

/**
 * Can be repeated. The secret in the addresses stays, because Safaricom registers addresses once; with `renew` there is
 * a new one. Nothing is stored if Daraja does not know the key. @returns what to tell
 */
export async function connect(target: Target, account: Account, { renew = false } = {}): Promise<string[]> {
  const { short_code, phone, ...secrets } = account;
  const stored = await readConnection(target);
  const storedSecret = renew ? undefined : stored?.secret;
  const before = storedSecret === undefined ? undefined : stored?.registered;
  // No letters beyond f: Safaricom refuses addresses with words such as “cmd”.
  const secret = storedSecret ?? randomBytes(24).toString("hex");
  const post = await signIn(secrets);
  const save = (registered: PaybillConnection["registered"]) =>
    target.ssm.send(
      new PutParameterCommand({
        Name: target.parameter,
        Type: "SecureString",
        Value: JSON.stringify(PaybillConnection.parse({ ...secrets, secret, registered })),
        Overwrite: true,
      }),
    );
  await save(before);
  const address = (kind: Parameters<typeof callbackPath>[1]) => target.site + callbackPath(secret, kind);
  const registered = await post("/mpesa/c2b/v2/registerurl", {
    ShortCode: short_code,
    // A payment goes ahead when a validation is not answered.
    ResponseType: "Completed",
    ConfirmationURL: address("confirmation"),
    ValidationURL: address("validation"),
  });
  const isSame = before?.site === target.site && before.short_code === short_code;
  if (isTaken(registered) && !isSame)
    throw new Error(
      `The secrets are stored, but Safaricom has addresses on record that are not known to be these. ${DELETE_THEM}`,
    );
  if (!isTaken(registered) && !isAccepted(registered))
    throw new Error(`The secrets are stored, but the addresses are not: ${textOf(registered)} ${REPEAT}`);
  // Before anything else can fail: Safaricom registers addresses once.
  await save({ short_code, site: target.site, at: isSame ? before.at : new Date().toISOString() });
  const pull = await post("/pulltransactions/v1/register", {
    ShortCode: short_code,
    RequestType: "Pull",
    NominatedNumber: phone,
    CallBackURL: address("confirmation"),
  });
  if (!isPullAccepted(pull))
    throw new Error(`Callbacks are connected, but Pull Transactions is not: ${textOf(pull)} ${REPEAT}`);
  return [
    `M-Pesa is connected: the paybill number ${short_code} announces payments to ${target.site}.`,
    "Functions that already read the old secrets use the new ones within five minutes.",
  ];
}

/** Undefined if nothing is stored that can be read. */
export async function readConnection({
  ssm,
  parameter: Name,
}: Omit<Target, "site">): Promise<PaybillConnection | undefined> {
  try {
    const { Parameter } = await ssm.send(new GetParameterCommand({ Name, WithDecryption: true }));
    return PaybillConnection.safeParse(JSON.parse(Parameter?.Value ?? "")).data;
  } catch (error) {
    if (error instanceof Error && error.name === "ParameterNotFound") return undefined;
    // Other errors could have the secrets in their text.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The HTTP status, and what Daraja says. */
type Answer = { status: number; errorCode?: unknown; errorMessage?: unknown; [field: string]: unknown };

const REPEAT = "Repeat this later.";
const textOf = ({ errorMessage, ResponseDescription, status }: Answer): string =>
  `${String(errorMessage || ResponseDescription || `the error ${status}`).replace(/\.$/, "")}.`;

// An answer is a success only if it says so. The text of code 500.003.1001 says that the addresses are registered, or
// that Daraja cannot be reached.
const isAccepted = ({ status, errorCode, ResponseCode, ResponseDescription }: Answer): boolean =>
  status === 200 &&
  errorCode === undefined &&
  (ResponseCode === undefined
    ? /^success/i.test(String(ResponseDescription))
    : /^0+$/.test(String(ResponseCode)));
const isTaken = ({ errorCode, errorMessage }: Answer): boolean =>
  errorCode === "500.003.1001" && /already registered|duplicate/i.test(String(errorMessage));
const isPullAccepted = ({ status, errorCode, ResponseStatus, ResponseDescription }: Answer): boolean =>
  status === 200 &&
  errorCode === undefined &&
  (String(ResponseStatus) === "1000" ||
    (String(ResponseStatus) === "1001" && /already registered/i.test(String(ResponseDescription))));

/** @throws Error without secrets, if Daraja does not know the key or does not answer */
async function signIn({ url, consumer_key, consumer_secret }: Omit<PaybillConnection, "secret">) {
  const basic = Buffer.from(`${consumer_key}:${consumer_secret}`).toString("base64");
  const signed = await fetch(`${url}/oauth/v1/generate?grant_type=client_credentials`, {
    headers: { authorization: `Basic ${basic}` },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (signed.status === 400 || signed.status === 401)
    throw new Error("Daraja does not know this consumer key and secret. Nothing was stored.");
  if (!signed.ok)
    throw new Error(`Daraja answered with the error ${signed.status}. Nothing was stored. ${REPEAT}`);
  const { access_token } = (await signed.json()) as { access_token: string };
  return async (path: string, body: object): Promise<Answer> => {
    const response = await fetch(url + path, {
      method: "POST",
      headers: { authorization: `Bearer ${access_token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const answer = (await response.json().catch(() => undefined)) as object | undefined;
    return { ...answer, status: response.status };
  };
}
