import { settingsRoutes } from "../../shared/settings/routes.ts";
import { paybillStatus } from "../paybill/paybill-status.ts";
import { changeContext } from "../platform/change-context.ts";
import { serve } from "../platform/http/serve.ts";
import * as store from "../stores/settings-store.ts";
import * as templates from "./company-templates.ts";
import { save } from "./save.ts";

export const handler = serve(settingsRoutes, {
  "GET /api/v1/settings": async () => ({ settings: await store.get() }),
  "POST /api/v1/settings": async ({ body, ...request }) => ({
    settings: await save(body, await changeContext(request)),
  }),
  "GET /api/v1/settings/emails": async () => templates.list(),
  "PUT /api/v1/settings/emails/{email}": async ({ params, body, ...request }) =>
    templates.save(params.email, body, await changeContext(request)),
  "GET /api/v1/settings/mpesa": async () => ({ mpesa: await paybillStatus() }),
});
