import { CognitoIdentityProviderClient } from "@aws-sdk/client-cognito-identity-provider";
import { database, table } from "../platform/dynamo/database.ts";
import { variable } from "../platform/environment.ts";
import type { Pool } from "./pool.ts";
import { type Rows, withStaffLock as withLock } from "./rows.ts";

let client: CognitoIdentityProviderClient | undefined;

/** The user pool of this stack. Most calls need no client, so it is created on first use. */
export function pool(): Pool {
  client ??= new CognitoIdentityProviderClient({
    requestHandler: { requestTimeout: 3_000, connectionTimeout: 1_000, throwOnRequestTimeout: true },
  });
  return { cognito: client, userPoolId: variable("USER_POOL_ID") };
}

/** The tables of this stack. */
export const rows = (): Rows => ({ database, table: table("staff"), activity: table("activity") });

export const withStaffLock = <T>(work: () => Promise<T>): Promise<T> => withLock(rows(), work);
