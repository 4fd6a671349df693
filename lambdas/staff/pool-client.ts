import { CognitoIdentityProviderClient } from "@aws-sdk/client-cognito-identity-provider";
import { database, table } from "../platform/dynamo/database.ts";
import { variable } from "../platform/environment.ts";
import { type Rows, withStaffLock as withLock } from "../stores/staff-store.ts";
import type { Stores } from "./apply-member-change.ts";

let client: CognitoIdentityProviderClient | undefined;

/** The tables of this stack. */
export const rows = (): Rows => ({ database, table: table("staff"), activity: table("activity") });

/** The user pool and tables of this stack. Most calls need no client of the pool, so it is created on first use. */
export function stores(): Stores {
  client ??= new CognitoIdentityProviderClient({
    requestHandler: { requestTimeout: 3_000, connectionTimeout: 1_000, throwOnRequestTimeout: true },
  });
  return { cognito: client, userPoolId: variable("USER_POOL_ID"), rows: rows() };
}

export const withStaffLock = <T>(work: () => Promise<T>): Promise<T> => withLock(rows(), work);
