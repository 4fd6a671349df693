/**
 * `npm run mpesa -- connect --stage prod` stores the secrets of M-Pesa and registers the addresses that Safaricom calls,
 * `pull` reads M-Pesa's list at once; without --stage, in the local environment. Asks for what is not in the environment.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { SSMClient } from "@aws-sdk/client-ssm";
import { stackName } from "../../infra/stack-names.ts";
import { type NamedStage, readStage } from "../../infra/stages.ts";
import { DARAJA_URL, paybillParameter } from "../../shared/paybill/connection.ts";
import { dataDirectory, fail } from "../command.ts";
import { withCredentialsHelp } from "../preflight/findings.ts";
import { prompt } from "../prompt.ts";
import { readStackOutputs } from "../stack-outputs.ts";
import { shortCodeIn } from "../start/local-daraja.ts";
import { readRunning } from "../start/running.ts";
import { connect, securityCredential, type Target } from "./connect.ts";
import { pulledText, pullLocal, pullStack } from "./pull.ts";

const USAGE = "Use: connect [--stage prod] [--sandbox] [--renew], or pull [--stage prod].";
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
  const [command] = positionals;
  if (positionals.length !== 1 || (command !== "connect" && command !== "pull")) throw new Error(USAGE);
  const stage = values.stage === undefined ? undefined : readStage(values.stage);
  if (stage) process.env.AWS_REGION = stage.region;
  if (command === "pull")
    return [pulledText(await (stage ? pullStack(stackName(stage)) : pullLocal(values.directory)))];
  const { daraja, short_code, ...target } = await (stage
    ? stageTarget(stage)
    : localTarget(values.directory));
  const account = {
    short_code,
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
  return connect(target, account, values);
}

const ask = async (variable: string, question: string, hidden?: "hidden"): Promise<string> =>
  (process.env[variable] ?? (await prompt(`${question}: `, `set ${variable}.`, hidden))).trim();

type Connected = Target & { short_code: string; daraja?: string };

async function stageTarget(stage: NamedStage): Promise<Connected> {
  const stack = stackName(stage);
  const { short_code } = stage.mpesa ?? {};
  if (!short_code)
    throw new Error(
      `stages.json has no paybill number for ${stage.name}. Add "mpesa": {"short_code": "…"}, deploy the stage, then repeat this.`,
    );
  const { SiteUrl: site } = await readStackOutputs(stack);
  if (!site) throw new Error(`The stack ${stack} has no output SiteUrl. Deploy the stage first.`);
  return { ssm: new SSMClient({ maxAttempts: 3 }), parameter: paybillParameter(stack), site, short_code };
}

async function localTarget(directory: string | undefined): Promise<Connected> {
  const running = readRunning(dataDirectory(directory));
  if (!running) throw new Error("Nothing is running. Start it with npm start, or use --stage.");
  const short_code = shortCodeIn(join(dataDirectory(directory), "assembly"));
  if (!short_code) throw new Error("The local environment takes no payments from M-Pesa.");
  const { region, awsEndpoint: endpoint, credentials, site, daraja } = running;
  const ssm = new SSMClient({ region, endpoint, credentials });
  return {
    ssm,
    site,
    short_code,
    parameter: paybillParameter(stackName({ name: "dev" })),
    ...(daraja !== undefined && { daraja }),
  };
}

try {
  for (const line of await run(process.argv.slice(2))) console.info(line);
} catch (error) {
  fail(withCredentialsHelp(error));
}
