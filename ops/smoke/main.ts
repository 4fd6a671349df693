/**
 * Checks that a stage works: `npm run smoke -- --stack Mwamba-prod` (or `--url https://…`) reads every page and list as a
 * visitor and as staff, and writes nothing. Asks for a sign-in, unless SMOKE_EMAIL and SMOKE_PASSWORD are set.
 */
import { parseArgs } from "node:util";
import { setStageRegion } from "../../infra/stages.ts";
import { fail } from "../command.ts";
import { withCredentialsHelp } from "../preflight/findings.ts";
import { prompt } from "../prompt.ts";
import { readStackOutputs } from "../stack-outputs.ts";
import { smokeProblems } from "./smoke.ts";

const HELP = "set SMOKE_EMAIL and SMOKE_PASSWORD.";

try {
  const { values } = parseArgs({ options: { stack: { type: "string" }, url: { type: "string" } } });
  const site = await siteOf(values);
  const { SMOKE_EMAIL: email, SMOKE_PASSWORD: password } = process.env;
  const person = async () => ({
    email: email ?? (await prompt("Email of a member of staff: ", HELP)),
    password: password ?? (await prompt("Password: ", HELP, "hidden")),
    code: () => prompt("MFA code: ", HELP),
  });
  if ((await smokeProblems(site, person)).length > 0) throw new Error(`\nSomething is broken at ${site}.`);
  console.info(`\n${site} works.`);
} catch (error) {
  fail(withCredentialsHelp(error));
}

async function siteOf({ stack, url }: { stack?: string; url?: string }): Promise<string> {
  if (url !== undefined) return new URL(url).origin;
  if (stack === undefined) throw new Error("Use --stack Mwamba-prod or --url https://….");
  setStageRegion(stack);
  const { SiteUrl } = await readStackOutputs(stack);
  if (!SiteUrl) throw new Error(`The stack ${stack} has no output SiteUrl.`);
  return SiteUrl;
}
