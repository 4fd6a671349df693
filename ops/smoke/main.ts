/**
 * Checks that a stage works: `npm run smoke -- --stack Mwamba-prod` (or `--url https://…`) reads every page and list as a
 * visitor and as staff, and writes nothing. Asks for a sign-in, unless SMOKE_EMAIL and SMOKE_PASSWORD are set.
 */
import { parseArgs } from "node:util";
import { fail } from "../command.ts";
import { setStageRegion } from "../deploy/stage-settings.ts";
import { withCredentialsHelp } from "../preflight/findings.ts";
import { prompt } from "../prompt.ts";
import { readStackOutputs } from "../stack-outputs.ts";
import { readUserPool } from "./http.ts";
import { signInWith } from "./sign-in.ts";
import { staffChecks } from "./staff-checks.ts";
import { visitorChecks } from "./visitor-checks.ts";

const HELP = "set SMOKE_EMAIL and SMOKE_PASSWORD.";

type Check = { name: string; run(): Promise<string | undefined> };

try {
  const { values } = parseArgs({ options: { stack: { type: "string" }, url: { type: "string" } } });
  const site = await siteOf(values);
  const { SMOKE_EMAIL: email, SMOKE_PASSWORD: password } = process.env;
  const siteWorks = await runChecks(visitorChecks(site));
  const person = {
    email: email ?? (await prompt("Email of a member of staff: ", HELP)),
    password: password ?? (await prompt("Password: ", HELP, "hidden")),
    code: () => prompt("MFA code: ", HELP),
  };
  let token = "";
  const signIn = async () => {
    token = (await signInWith(await readUserPool(site), person)).access;
    return undefined;
  };
  const signedIn = await runChecks([{ name: "a member of staff signs in", run: signIn }]);
  const apiWorks = signedIn && (await runChecks(staffChecks(site, token)));
  if (!(siteWorks && apiWorks)) throw new Error(`\nSomething is broken at ${site}.`);
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

/** Runs every check, also after a failure, and prints a line for each. */
async function runChecks(checks: Check[]): Promise<boolean> {
  let passed = true;
  for (const { name, run } of checks) {
    const problem = await run().catch((error: unknown) =>
      error instanceof Error ? `${error.name}: ${error.message}` : String(error),
    );
    console.info(problem === undefined ? `  ok    ${name}` : `  WRONG ${name}: ${problem}`);
    passed &&= problem === undefined;
  }
  return passed;
}
