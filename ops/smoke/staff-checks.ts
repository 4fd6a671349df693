import { api } from "../../shared/api/api.ts";
import type { Route } from "../../shared/route.ts";
import { get, statusProblem } from "./http.ts";

/** The routes that read without the id of a record. */
const readRoutes = Object.values(api)
  .flatMap((resource) => Object.entries<Route>(resource))
  .filter(([key, { access, params }]) => key.startsWith("GET ") && access === "staff" && !params);

/** The checks for staff. They write nothing. */
export function staffChecks(site: string, token: string) {
  const authorization = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  return [
    ...readRoutes.map(([key, { response: schema }]) => ({
      name: key,
      async run() {
        const response = await get(site + key.slice("GET ".length), { headers: authorization });
        if (response.status !== 200) return `${statusProblem(200, response)}: ${await response.text()}`;
        const { success } = schema.safeParse(await response.json());
        return success ? undefined : "does not match this version's schema: another version is deployed";
      },
    })),
    {
      name: "a client without a name is refused",
      async run() {
        const init = { method: "POST", headers: authorization, body: "{}" };
        return statusProblem(400, await get(`${site}/api/v1/clients`, init));
      },
    },
    {
      name: "a changed token is refused",
      async run() {
        const headers = { authorization: `${authorization.authorization}x` };
        return statusProblem(401, await get(`${site}/api/v1/clients`, { headers }));
      },
    },
  ];
}
