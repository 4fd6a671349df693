import { importRoutes } from "../../shared/imports/import.ts";
import { changeContext } from "../platform/change-context.ts";
import { notFound } from "../platform/http/refusals.ts";
import { serve } from "../platform/http/serve.ts";
import * as store from "../stores/import-store.ts";
import { create } from "./create.ts";
import { previewRows } from "./preview-rows.ts";
import { start, startUndo } from "./start.ts";

export const handler = serve(importRoutes, {
  "POST /api/v1/imports": async ({ body, ...request }) => ({
    import: await create(body, await changeContext(request)),
  }),
  "GET /api/v1/imports": async ({ query }) => ({
    imports: (await store.previews(query.kind)).map(store.importOnWire),
  }),
  "GET /api/v1/imports/{id}": async ({ params }) => {
    const about = await store.getSeen(params.id);
    if (!about) throw notFound("import");
    return { import: store.importOnWire(about) };
  },
  "POST /api/v1/imports/{id}/rows": async ({ params, body, ...request }) =>
    previewRows(params.id, body, await changeContext(request)),
  "GET /api/v1/imports/{id}/rows": ({ params, query }) => page(params.id, Number(query.cursor ?? 1)),
  "POST /api/v1/imports/{id}/run": async ({ params, body, ...request }) => ({
    import: await start(params.id, body, await changeContext(request)),
  }),
  "DELETE /api/v1/imports/{id}": async ({ params, ...request }) => ({
    import: await startUndo(params.id, await changeContext(request)),
  }),
});

const PAGE_ROWS = 1_000;

async function page(id: string, from: number) {
  const rows = await store.rowsFrom(id, from, PAGE_ROWS);
  const last = rows.at(-1);
  if (!last && !(await store.get(id))) throw notFound("import");
  return {
    rows: rows.map(store.rowOnWire),
    ...(last && rows.length === PAGE_ROWS && { cursor: String(store.numberOf(last) + 1) }),
  };
}
