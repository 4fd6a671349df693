import { readUserPool } from "./http.ts";
import { type Person, signInWith } from "./sign-in.ts";
import { staffChecks } from "./staff-checks.ts";
import { visitorChecks } from "./visitor-checks.ts";

type Check = { name: string; run(): Promise<string | undefined> };

/** The member of staff in SMOKE_EMAIL and SMOKE_PASSWORD, if there is one. */
function personInEnvironment(): Person | undefined {
  const { SMOKE_EMAIL: email, SMOKE_PASSWORD: password } = process.env;
  return email && password ? { email, password } : undefined;
}

/** Reads a site as a visitor and, if somebody signs in, as staff. Prints a line for each check. Writes nothing. */
export async function smokeProblems(
  site: string,
  signIn: () => Promise<Person | undefined> = async () => personInEnvironment(),
): Promise<string[]> {
  const problems = await runChecks(visitorChecks(site));
  const person = await signIn();
  if (!person) return problems;
  let token = "";
  const run = async () => {
    token = (await signInWith(await readUserPool(site), person)).access;
    return undefined;
  };
  const refused = await runChecks([{ name: "a member of staff signs in", run }]);
  return [...problems, ...refused, ...(refused.length > 0 ? [] : await runChecks(staffChecks(site, token)))];
}

/** Runs every check, also after a failure. */
async function runChecks(checks: Check[]): Promise<string[]> {
  const problems: string[] = [];
  for (const { name, run } of checks) {
    const problem = await run().catch((error: unknown) =>
      error instanceof Error ? `${error.name}: ${error.message}` : String(error),
    );
    console.info(problem === undefined ? `  ok    ${name}` : `  WRONG ${name}: ${problem}`);
    if (problem !== undefined) problems.push(`${name}: ${problem}`);
  }
  return problems;
}
