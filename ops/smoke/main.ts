/**
 * Does a stage work? `npm run smoke -- --stack Mwamba-prod` (or `--url https://…`) reads every page and list of it as a
 * visitor and as a member of staff, and writes nothing. Asks who signs in, unless SMOKE_EMAIL and SMOKE_PASSWORD say so.
 */
import { parseArgs } from "node:util";
import { fail } from "../command.ts";
import { goWhereItStands } from "../deploy/stage-settings.ts";
import { explained } from "../preflight/findings.ts";
import { readStackOutputs } from "../stack-outputs.ts";
import { ask } from "./ask.ts";
import { poolOf } from "./fetching.ts";
import { signInTo } from "./sign-in.ts";
import { asStaff } from "./staff.ts";
import { asVisitor } from "./visitor.ts";

type Look = { looksAt: string; finds(): Promise<string | undefined> };

try {
  const { values } = parseArgs({ options: { stack: { type: "string" }, url: { type: "string" } } });
  const site = await siteOf(values);
  const { SMOKE_EMAIL: email, SMOKE_PASSWORD: password } = process.env;
  const visited = await take(asVisitor(site));
  const person = {
    email: email ?? (await ask("E-mail of somebody on the staff: ")),
    password: password ?? (await ask("Password: ", "hidden")),
    code: () => ask("Code of the second factor: "),
  };
  let token = "";
  const signIn = async () => {
    token = (await signInTo(await poolOf(site), person)).access;
    return undefined;
  };
  const signedIn = await take([{ looksAt: "a member of staff signs in", finds: signIn }]);
  const worked = signedIn && (await take(asStaff(site, token)));
  if (!(visited && worked)) throw new Error(`\nSomething is broken at ${site}.`);
  console.info(`\n${site} works.`);
} catch (error) {
  fail(explained(error));
}

async function siteOf({ stack, url }: { stack?: string; url?: string }): Promise<string> {
  if (url !== undefined) return new URL(url).origin;
  if (stack === undefined) throw new Error("Say what to look at: --stack Mwamba-prod, or --url https://…");
  goWhereItStands(stack);
  const { SiteUrl } = await readStackOutputs(stack);
  if (!SiteUrl) throw new Error(`The stack ${stack} has no output SiteUrl.`);
  return SiteUrl;
}

/** A line for each look; one that fails keeps none of the others from being taken. */
async function take(looks: Look[]): Promise<boolean> {
  let well = true;
  for (const { looksAt, finds } of looks) {
    const found = await finds().catch((error: unknown) =>
      error instanceof Error ? `${error.name}: ${error.message}` : String(error),
    );
    console.info(found === undefined ? `  ok    ${looksAt}` : `  WRONG ${looksAt}: ${found}`);
    well &&= found === undefined;
  }
  return well;
}
