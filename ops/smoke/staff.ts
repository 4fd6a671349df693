import { api } from "../../shared/api.ts";
import type { Route } from "../../shared/route.ts";
import { get, unless } from "./fetching.ts";

/** What can be asked for without naming a record. */
const reads = Object.values(api)
  .flatMap((resource) => Object.entries<Route>(resource))
  .filter(([key, { access, params }]) => key.startsWith("GET ") && access === "staff" && !params);

/** What a member of staff sees; nothing is written. */
export function asStaff(site: string, token: string) {
  const authorization = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  return [
    ...reads.map(([key, { answer }]) => ({
      looksAt: key,
      async finds() {
        const response = await get(site + key.slice("GET ".length), { headers: authorization });
        if (response.status !== 200) return `${unless(200, response)}: ${await response.text()}`;
        const { success } = answer.safeParse(await response.json());
        return success ? undefined : "is not answered as this version promises: another one is deployed";
      },
    })),
    {
      looksAt: "a client without a name, which is refused",
      async finds() {
        const init = { method: "POST", headers: authorization, body: "{}" };
        return unless(400, await get(`${site}/api/v1/clients`, init));
      },
    },
    {
      looksAt: "a token that was changed, which is refused",
      async finds() {
        const headers = { authorization: `${authorization.authorization}x` };
        return unless(401, await get(`${site}/api/v1/clients`, { headers }));
      },
    },
  ];
}
