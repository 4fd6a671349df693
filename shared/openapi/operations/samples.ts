import type { sampleRoutes } from "../../samples/samples.ts";
import type { Operations } from "./operation.ts";

export const sampleOperations: Operations<typeof sampleRoutes> = {
  "DELETE /api/v1/samples": {
    summary: "Delete all sample data",
    description: "If real records exist, only an administrator may do this.",
    response: { removed: { clients: 5, subscriptions: 6 } },
  },
};
