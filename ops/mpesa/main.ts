/**
 * `npm run mpesa -- connect --stage prod` stores the secrets of M-Pesa and registers the addresses that Safaricom calls;
 * without --stage, in the local environment. Asks for what is not in the environment.
 */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { SSMClient } from "@aws-sdk/client-ssm";
import { stackName } from "../../infra/stack-names.ts";
import { DARAJA_URL, paybillParameter } from "../../shared/paybill/connection.ts";
import { dataDirectory, fail } from "../command.ts";
import { readStage } from "../deploy/stage-settings.ts";
import { withCredentialsHelp } from "../preflight/findings.ts";
import { prompt } from "../prompt.ts";
import { readStackOutputs } from "../stack-outputs.ts";
import { readRunning } from "../start/running.ts";
import { connect, securityCredential, type Target } from "./connect.ts";

const USAGE = "Use: connect [--stage prod] [--sandbox] [--renew].";
const SANDBOX_URL = "https://sandbox.safaricom.co.ke";

async function run(args: string[]): Promise<string[]> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      stage: { type: "string" },
      directory: { type: "string" },
      sandbox: { type: "boolean", default: false },
      renew: { type: "boolean", default: false },
    },
  });
  if (positionals.join() !== "connect") throw new Error(USAGE);
  const { daraja, ...target } = await (values.stage === undefined
    ? localTarget(values.directory)
    : stageTarget(values.stage));
  const account = {
    short_code: await ask("MPESA_SHORT_CODE", "Paybill number"),
    phone: await ask("MPESA_PHONE", "Phone that Safaricom has on record for Pull Transactions"),
    consumer_key: await ask("MPESA_CONSUMER_KEY", "Consumer key", "hidden"),
    consumer_secret: await ask("MPESA_CONSUMER_SECRET", "Consumer secret", "hidden"),
    passkey: await ask("MPESA_PASSKEY", "Passkey", "hidden"),
    initiator: await ask("MPESA_INITIATOR", "Name of the initiator"),
    security_credential: securityCredential(
      await ask("MPESA_INITIATOR_PASSWORD", "Password of the initiator", "hidden"),
      readFileSync(await ask("MPESA_CERTIFICATE", "File with Safaricom's certificate (PEM)"), "utf8"),
    ),
    url: daraja ?? (values.sandbox ? SANDBOX_URL : DARAJA_URL),
  };
  return connect(target, account, values.renew);
}

const ask = async (variable: string, question: string, hidden?: "hidden"): Promise<string> =>
  (process.env[variable] ?? (await prompt(`${question}: `, `set ${variable}.`, hidden))).trim();

async function stageTarget(name: string): Promise<Target & { daraja?: string }> {
  const stage = readStage(name);
  process.env.AWS_REGION = stage.region;
  const stack = stackName(stage);
  const { SiteUrl: site } = await readStackOutputs(stack);
  if (!site) throw new Error(`The stack ${stack} has no output SiteUrl. Deploy the stage first.`);
  return { ssm: new SSMClient({ maxAttempts: 3 }), parameter: paybillParameter(stack), site };
}

async function localTarget(directory: string | undefined): Promise<Target & { daraja?: string }> {
  const running = readRunning(dataDirectory(directory));
  if (!running) throw new Error("Nothing is running. Start it with npm start, or use --stage.");
  const { region, awsEndpoint: endpoint, credentials, site, daraja } = running;
  const ssm = new SSMClient({ region, endpoint, credentials });
  return {
    ...{ ssm, site, parameter: paybillParameter(stackName({ name: "dev" })) },
    ...(daraja !== undefined && { daraja }),
  };
}

try {
  for (const line of await run(process.argv.slice(2))) console.info(line);
} catch (error) {
  fail(withCredentialsHelp(error));
}
