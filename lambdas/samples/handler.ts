import { sampleRoutes } from "../../shared/samples.ts";
import { serve } from "../http.ts";
import { occasionOf } from "../occasion.ts";
import { removeSamples } from "./remove.ts";

export const handler = serve(sampleRoutes, {
  "DELETE /api/v1/samples": async ({ admin, ...request }) => ({
    removed: await removeSamples(admin, await occasionOf({ admin, ...request })),
  }),
});
