import { clientRoutes } from "../../shared/clients.ts";
import { serve } from "../http.ts";
import { occasionOf } from "../occasion.ts";
import { create } from "./create.ts";
import { erase } from "./erase.ts";
import { everythingOf } from "./everything.ts";
import { list } from "./list.ts";
import { addNote, settleNote } from "./notes.ts";
import { pageOf } from "./page.ts";
import { timelineOf } from "./timeline.ts";
import { update } from "./update.ts";

export const handler = serve(clientRoutes, {
  "GET /api/v1/clients": ({ query }) => list(query),
  "POST /api/v1/clients": async ({ body, ...request }) => ({
    client: await create(body, await occasionOf(request)),
  }),
  "PUT /api/v1/clients/{id}": async ({ params, body, ...request }) => ({
    client: await update(params.id, body, await occasionOf(request)),
  }),
  "GET /api/v1/clients/{id}": ({ params, query, today }) =>
    pageOf(params.id, today, query.with === "payments"),
  "GET /api/v1/clients/{id}/timeline": ({ params, query }) => timelineOf(params.id, query.cursor),
  "GET /api/v1/clients/{id}/everything": async ({ params, query, ...request }) =>
    everythingOf(params.id, query.cursor, await occasionOf(request)),
  "POST /api/v1/clients/{id}/notes": async ({ params, body, ...request }) => ({
    note: await addNote(params.id, body, await occasionOf(request)),
  }),
  "POST /api/v1/clients/{id}/notes/{note}/done": async ({ params, ...request }) => ({
    note: await settleNote(params.id, params.note, await occasionOf(request)),
  }),
  "POST /api/v1/clients/{id}/erasure": async ({ params, body, ...request }) => ({
    client: await erase(params.id, body.version, await occasionOf(request)),
  }),
});
