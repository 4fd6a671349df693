import { clientRoutes } from "../../shared/clients/client.ts";
import { readStatement } from "../ledger/client-statement.ts";
import { owedPage } from "../ledger/owed-page.ts";
import { previewFor } from "../ledger/preview-payment.ts";
import { recordForClient } from "../ledger/record-payment.ts";
import { refund } from "../ledger/record-refund.ts";
import { changeContext } from "../platform/change-context.ts";
import { serve } from "../platform/http/serve.ts";
import * as store from "../stores/client-store.ts";
import * as charges from "./charges.ts";
import { clientAccount, clientPage, requireClient } from "./client-page.ts";
import { create } from "./create.ts";
import { erase } from "./erase.ts";
import { exportPersonalData } from "./export-personal-data.ts";
import { readLink, renewLink } from "./link.ts";
import { addNote, markNoteDone } from "./notes.ts";
import { setPromise } from "./promises.ts";
import { sendStatement } from "./statements.ts";
import { timelinePage } from "./timeline-page.ts";
import { update } from "./update.ts";

export const handler = serve(clientRoutes, {
  "GET /api/v1/clients": ({ query }) => store.list(query),
  "POST /api/v1/clients": async ({ body, ...request }) => ({
    client: await create(body, await changeContext(request)),
  }),
  "PUT /api/v1/clients/{id}": async ({ params, body, ...request }) => ({
    client: await update(params.id, body, await changeContext(request)),
  }),
  "GET /api/v1/clients/{id}": ({ params, today }) => clientPage(params.id, today),
  "GET /api/v1/owed": ({ query, today }) => owedPage(query, today),
  "GET /api/v1/clients/{id}/account": ({ params, today }) => clientAccount(params.id, today),
  "GET /api/v1/clients/{id}/statement": async ({ params, query, today }) => {
    await requireClient(params.id);
    return readStatement(params.id, query, today);
  },
  "POST /api/v1/clients/{id}/statements": ({ params, body, now, today }) =>
    sendStatement(params.id, body, { now, today }),
  "POST /api/v1/clients/{id}/charges": async ({ params, body, ...request }) =>
    charges.add(params.id, body, await changeContext(request)),
  "PUT /api/v1/clients/{id}/charges/{charge}": async ({ params, body, ...request }) =>
    charges.change(params.id, params.charge, body, await changeContext(request)),
  "DELETE /api/v1/clients/{id}/charges/{charge}": async ({ params, ...request }) =>
    charges.remove(params.id, params.charge, await changeContext(request)),
  "POST /api/v1/clients/{id}/payments/preview": ({ params, body, today }) =>
    previewFor(params.id, body, today),
  "POST /api/v1/clients/{id}/payments": async ({ params, body, ...request }) =>
    recordForClient(params.id, body, await changeContext(request)),
  "POST /api/v1/clients/{id}/refunds": async ({ params, body, ...request }) =>
    refund(params.id, body, await changeContext(request)),
  "POST /api/v1/clients/{id}/promises": async ({ params, body, ...request }) =>
    setPromise(params.id, body, await changeContext(request)),
  "DELETE /api/v1/clients/{id}/promises/{day}": async ({ params, ...request }) =>
    setPromise(params.id, { removed: params.day }, await changeContext(request)),
  "GET /api/v1/clients/{id}/link": ({ params }) => readLink(params.id),
  "POST /api/v1/clients/{id}/link": async ({ params, ...request }) =>
    renewLink(params.id, await changeContext(request)),
  "GET /api/v1/clients/{id}/timeline": ({ params, query }) => timelinePage(params.id, query.cursor),
  "GET /api/v1/clients/{id}/everything": async ({ params, query, ...request }) =>
    exportPersonalData(params.id, query.cursor, await changeContext(request)),
  "POST /api/v1/clients/{id}/notes": async ({ params, body, ...request }) => ({
    note: await addNote(params.id, body, await changeContext(request)),
  }),
  "POST /api/v1/clients/{id}/notes/{note}/done": async ({ params, ...request }) => ({
    note: await markNoteDone(params.id, params.note, await changeContext(request)),
  }),
  "POST /api/v1/clients/{id}/erasure": async ({ params, body, ...request }) => ({
    client: await erase(params.id, body.version, await changeContext(request)),
  }),
});
