import { paymentRoutes } from "../../shared/payments.ts";
import { serve } from "../http.ts";
import { listPayments } from "./list.ts";

export const handler = serve(paymentRoutes, {
  "GET /api/v1/payments": async ({ query, today }) => ({ ...(await listPayments(query, today)), today }),
});
