import { sampleRoutes } from "../../shared/samples.ts";
import { serve } from "../http.ts";
import { removeSamples } from "./remove.ts";

export const handler = serve(sampleRoutes, {
  "DELETE /api/v1/samples": async ({ admin }) => ({ removed: await removeSamples(admin) }),
});
