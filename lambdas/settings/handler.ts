import { settingsRoutes } from "../../shared/settings/routes.ts";
import { paybillStatus } from "../paybill/status-store.ts";
import { changeContext } from "../platform/change-context.ts";
import { serve } from "../platform/http/serve.ts";
import { sendPending } from "./notify.ts";
import * as store from "./store.ts";
import * as templates from "./templates.ts";

export const handler = serve(settingsRoutes, {
  "GET /api/v1/settings": async () => settingsResponse(await store.read()),
  "POST /api/v1/settings": async ({ body, ...request }) =>
    settingsResponse(await store.save(body, await changeContext(request))),
  "GET /api/v1/settings/emails": async () => templatesResponse(await templates.list()),
  "PUT /api/v1/settings/emails/{email}": async ({ params, body, ...request }) =>
    templatesResponse(await templates.save(params.email, body, await changeContext(request))),
  "GET /api/v1/settings/mpesa": async () => ({ mpesa: await paybillStatus() }),
});

async function settingsResponse({ settings, pending }: store.Stored) {
  await sendPending("company", { version: settings.version, pending });
  return { settings };
}

async function templatesResponse({ answer, ...stored }: templates.Stored) {
  await sendPending("emails", stored);
  return answer;
}
