/** M-Pesa for the local environment, if the stage takes payments from it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { GetParameterCommand, SSMClient } from "@aws-sdk/client-ssm";
import type { Environment } from "aws-local";
import { startDaraja } from "daraja-local";
import { stackName } from "../../infra/stack-names.ts";
import { callbackPath, PaybillConnection, paybillParameter } from "../../shared/paybill/connection.ts";
import { connect } from "../mpesa/connect.ts";

const STACK = stackName({ name: "dev" });
type Target = Pick<Environment, "region" | "awsEndpoint" | "credentials" | "site">;

const keys = { consumerKey: "key", consumerSecret: "secret", passkey: "passkey", initiator: "api" };
const account = {
  consumer_key: keys.consumerKey,
  consumer_secret: keys.consumerSecret,
  passkey: keys.passkey,
  initiator: keys.initiator,
  security_credential: "credential",
  phone: "254700000000",
};

/** The paybill number of the assembly's functions; undefined if they do not use M-Pesa. */
export function shortCodeIn(assembly: string): string | undefined {
  const template = readFileSync(join(assembly, `${STACK}.template.json`), "utf8");
  return /"SHORT_CODE": ?"(\d+)"/.exec(template)?.[1];
}

export async function openLocalDaraja(short_code: string, port: number, now: () => number) {
  const daraja = await startDaraja({ ...keys, shortCode: short_code, port, now }).catch((error) => {
    throw error.code === "EADDRINUSE" ? new Error(`Port ${port} is taken by another program.`) : error;
  });
  return {
    stop: daraja.stop,
    link: `<a href="${daraja.url}">Pay as a client</a>`,
    /** Returns the addresses for `running.json`. */
    async connect({ region, awsEndpoint: endpoint, credentials, site }: Target) {
      const ssm = new SSMClient({ region, endpoint, credentials });
      const parameter = paybillParameter(STACK);
      await connect({ ssm, parameter, site }, { ...account, short_code, url: daraja.url });
      const { Parameter } = await ssm.send(
        new GetParameterCommand({ Name: parameter, WithDecryption: true }),
      );
      const { secret } = PaybillConnection.parse(JSON.parse(Parameter?.Value ?? ""));
      const paybill = site + callbackPath(secret, "confirmation").replace("/confirmation", "");
      return { daraja: daraja.url, paybill };
    },
  };
}
