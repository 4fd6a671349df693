import * as z from "zod";

/** Milliseconds; a cold start takes one or two thousand. */
const patience = 15_000;

export const get = (url: string, init: RequestInit = {}) =>
  fetch(url, { redirect: "manual", ...init, signal: AbortSignal.timeout(patience) });

/** What is wrong with an answer's status, if anything is. */
export const unless = (wanted: number, { status }: Response): string | undefined =>
  status === wanted ? undefined : `answered ${status} in place of ${wanted}`;

const Config = z.object({
  userPoolId: z.string(),
  userPoolClientId: z.string(),
  userPoolEndpoint: z.string().optional(),
});

/** Where the staff of a site sign in, as it tells the browser. */
export async function poolOf(site: string) {
  const { userPoolEndpoint, ...pool } = Config.parse(await (await get(`${site}/config.json`)).json());
  return { ...pool, cognito: userPoolEndpoint };
}
