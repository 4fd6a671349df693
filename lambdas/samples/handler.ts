import { sampleRoutes } from "../../shared/samples/samples.ts";
import { changeContext } from "../platform/change-context.ts";
import { serve } from "../platform/http/serve.ts";
import { changedSamples } from "./changed.ts";
import { removeSamples } from "./remove.ts";

export const handler = serve(sampleRoutes, {
  "GET /api/v1/samples": async () => ({ changed: await changedSamples() }),
  "DELETE /api/v1/samples": async (request) => {
    const { admin } = await request.session();
    return { removed: await removeSamples(admin, await changeContext(request)) };
  },
});
