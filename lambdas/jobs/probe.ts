import { variable } from "../platform/environment.ts";

const TIMEOUT_MS = 8_000;
/** Any route for staff. */
const CLOSED_PATH = "/api/v1/clients";

/** @throws Error that names what does not work; two such runs in a row set off an alarm */
export async function handler(): Promise<void> {
  const problems = await findProblems(variable("SITE_URL"), variable("USER_POOL_URL"));
  if (problems.length > 0) throw new Error(problems.join("; "));
}

/** Asks for what a browser needs. `pool` is the issuer of the access tokens. */
export async function findProblems(site: string, pool: string): Promise<string[]> {
  const keyIds: string[] = [];
  const checks: [name: string, check: () => Promise<string | undefined>][] = [
    ["site", () => siteProblem(site)],
    [
      "config.json",
      async () => {
        const { userPoolId } = (await readJson(`${site}/config.json`)) as { userPoolId?: string };
        return userPoolId !== undefined && pool.endsWith(`/${userPoolId}`)
          ? undefined
          : "names another user pool";
      },
    ],
    [
      "keys of the user pool",
      async () => {
        const { keys = [] } = (await readJson(`${pool}/.well-known/jwks.json`)) as {
          keys?: { kid: string }[];
        };
        keyIds.push(...keys.map(({ kid }) => kid));
        return keys.length > 0 ? undefined : "has no keys";
      },
    ],
    ["API without a token", () => refusalProblem(site, {})],
    [
      "API with a forged token",
      () => refusalProblem(site, { authorization: `Bearer ${forgedToken(pool, keyIds[0])}` }),
    ],
  ];
  const problems: string[] = [];
  for (const [name, check] of checks) {
    const problem = await check().catch((error: unknown) =>
      error instanceof Error ? error.message : String(error),
    );
    if (problem !== undefined) problems.push(`${name}: ${problem}`);
  }
  return problems;
}

const get = (url: string, headers: Record<string, string> = {}) =>
  fetch(url, { headers, redirect: "manual", signal: AbortSignal.timeout(TIMEOUT_MS) });

async function readJson(url: string): Promise<unknown> {
  const response = await get(url);
  return response.status === 200 ? response.json() : Promise.reject(new Error(`answered ${response.status}`));
}

async function siteProblem(site: string): Promise<string | undefined> {
  const page = await get(`${site}/`);
  if (page.status !== 200) return `answered ${page.status}`;
  const [, script] = /<script type="module"[^>]*\ssrc="(\/[^"]+)"/.exec(await page.text()) ?? [];
  if (script === undefined) return "names no script";
  const { status, headers } = await get(site + script);
  const isScript = status === 200 && headers.get("content-type")?.includes("javascript");
  return isScript ? undefined : `its script answered ${status}`;
}

async function refusalProblem(site: string, headers: Record<string, string>): Promise<string | undefined> {
  const { status } = await get(site + CLOSED_PATH, headers);
  return status === 401 ? undefined : `answered ${status} instead of 401`;
}

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");

/** A token as the user pool makes it, but for its signature. It names no person. */
function forgedToken(iss: string, kid = "none"): string {
  const claims = {
    iss,
    sub: "probe",
    token_use: "access",
    scope: "aws.cognito.signin.user.admin",
    exp: 4_102_444_800,
  };
  return `${encode({ alg: "RS256", kid })}.${encode(claims)}.${Buffer.alloc(256, 1).toString("base64url")}`;
}
