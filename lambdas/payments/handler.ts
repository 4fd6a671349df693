import { paymentRoutes } from "../../shared/payments/payment.ts";
import { certificateKeyOf, lineKeyOf } from "../ledger/statement-lines.ts";
import { undoById } from "../ledger/undo-payment.ts";
import { changeContext } from "../platform/change-context.ts";
import { serve } from "../platform/http/serve.ts";
import { listLayouts, saveLayout } from "./layouts.ts";
import { listByState, listChanged, listOfLine, listPayments } from "./list.ts";
import { matchesOnWire } from "./match.ts";
import { recordLines } from "./record-lines.ts";
import { changePayment } from "./update.ts";

export const handler = serve(paymentRoutes, {
  "GET /api/v1/payments": async ({
    query: { state = "recorded", code, certificate, since, ...query },
    now,
    today,
  }) => {
    const line =
      code === undefined ? certificate !== undefined && certificateKeyOf(certificate) : lineKeyOf(code);
    if (line) return { ...(await listOfLine(line, today)), today };
    if (state !== "recorded") return { ...(await listByState(state, query.cursor, { now, today })), today };
    if (since !== undefined) return { ...(await listChanged({ ...query, since }, today)), today };
    return { ...(await listPayments(query, today)), today };
  },
  "PUT /api/v1/payments/{id}": async ({ params: { id }, body, ...request }) => {
    return changePayment(id, body, await changeContext(request));
  },
  "DELETE /api/v1/payments/{id}": async ({ params, ...request }) =>
    undoById(params.id, await changeContext(request)),
  "POST /api/v1/payments/match": async ({ body, today }) => ({
    matches: await matchesOnWire(body.lines, today),
  }),
  "POST /api/v1/payments": async ({ body, ...request }) => ({
    lines: await recordLines(body.lines, await changeContext(request)),
  }),
  "GET /api/v1/payments/layouts": async () => ({ layouts: await listLayouts() }),
  "PUT /api/v1/payments/layouts": async ({ body }) => ({ layouts: await saveLayout(body) }),
});
