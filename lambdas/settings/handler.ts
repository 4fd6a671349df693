import { settingsRoutes } from "../../shared/settings.ts";
import { serve } from "../http.ts";
import { occasionOf } from "../occasion.ts";
import * as words from "./own-words.ts";
import * as store from "./store.ts";
import { seeTold } from "./tell.ts";

export const handler = serve(settingsRoutes, {
  "GET /api/v1/settings": async () => settingsOf(await store.read()),
  "POST /api/v1/settings": async ({ body, ...request }) =>
    settingsOf(await store.save(body, await occasionOf(request))),
  "GET /api/v1/settings/emails": async () => wordsOf(await words.list()),
  "PUT /api/v1/settings/emails/{email}": async ({ params, body, ...request }) =>
    wordsOf(await words.save(params.email, body, await occasionOf(request))),
});

async function settingsOf({ settings, untold }: store.Stored) {
  await seeTold("company", { version: settings.version, untold });
  return { settings };
}

async function wordsOf({ answer, ...stored }: words.Stored) {
  await seeTold("emails", stored);
  return answer;
}
