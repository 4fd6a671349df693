import { CognitoIdentityProviderClient } from "@aws-sdk/client-cognito-identity-provider";
import { database, table } from "../database.ts";
import { variable } from "../environment.ts";
import type { Pool } from "./pool.ts";
import { alone as aloneAmong, type Rows } from "./rows.ts";

let made: CognitoIdentityProviderClient | undefined;

/** The user pool of this stack. Its client is made when it is first needed: most calls need none. */
export function pool(): Pool {
  made ??= new CognitoIdentityProviderClient({
    requestHandler: { requestTimeout: 3_000, connectionTimeout: 1_000, throwOnRequestTimeout: true },
  });
  return { cognito: made, userPoolId: variable("USER_POOL_ID") };
}

/** Where what is kept of the staff stands, in this stack. */
export const rows = (): Rows => ({ database, table: table("staff"), activity: table("activity") });

export const alone = <T>(work: () => Promise<T>): Promise<T> => aloneAmong(rows(), work);
