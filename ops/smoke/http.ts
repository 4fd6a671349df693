import * as z from "zod";

/** A cold start takes one or two seconds. */
const TIMEOUT_MS = 15_000;

export const get = (url: string, init: RequestInit = {}) =>
  fetch(url, { redirect: "manual", ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });

/** Undefined if the response has the expected status. */
export const statusProblem = (expected: number, { status }: Response): string | undefined =>
  status === expected ? undefined : `answered ${status} instead of ${expected}`;

const Config = z.object({
  userPoolId: z.string(),
  userPoolClientId: z.string(),
  userPoolEndpoint: z.string().optional(),
});

/** The user pool of a site, from the configuration that browsers read. */
export async function readUserPool(site: string) {
  const { userPoolEndpoint, ...pool } = Config.parse(await (await get(`${site}/config.json`)).json());
  return { ...pool, cognito: userPoolEndpoint };
}
