import { createHash, timingSafeEqual } from "node:crypto";
import { GetParameterCommand, SSMClient } from "@aws-sdk/client-ssm";
import { PaybillConnection } from "../../shared/paybill/connection.ts";
import { variable } from "../platform/environment.ts";

const ssm = new SSMClient({
  requestHandler: { requestTimeout: 2_000, connectionTimeout: 1_000, throwOnRequestTimeout: true },
});

/** Then new secrets count. */
const CACHE_MS = 5 * 60_000;
let cached: { connection: PaybillConnection; until: number } | undefined;

/** The secrets of Daraja; undefined until somebody has connected it. */
export async function readConnection(): Promise<PaybillConnection | undefined> {
  if (cached && cached.until > Date.now()) return cached.connection;
  const connection = await load();
  cached = connection && { connection, until: Date.now() + CACHE_MS };
  return connection;
}

async function load(): Promise<PaybillConnection | undefined> {
  try {
    const { Parameter } = await ssm.send(
      new GetParameterCommand({ Name: variable("PAYBILL_PARAMETER"), WithDecryption: true }),
    );
    return PaybillConnection.parse(JSON.parse(Parameter?.Value ?? ""));
  } catch (error) {
    if (error instanceof Error && error.name === "ParameterNotFound") return undefined;
    // The text of the error would have the secrets.
    if (error instanceof SyntaxError)
      throw new Error("The parameter with the secrets of M-Pesa is not JSON.");
    throw error;
  }
}

/** Comparing digests is safe from timing attacks. */
export async function isOurAddress(secret: string): Promise<boolean> {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  const connection = await readConnection();
  return connection !== undefined && timingSafeEqual(digest(secret), digest(connection.secret));
}

export const shortCode = (): string => variable("SHORT_CODE");
