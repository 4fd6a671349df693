import { isChanged } from "../../shared/samples/records.ts";
import { sampleRoutes } from "../../shared/samples/samples.ts";
import { changeContext } from "../platform/change-context.ts";
import { readCounters } from "../platform/dynamo/counters.ts";
import { serve } from "../platform/http/serve.ts";
import * as activity from "../stores/activity-store.ts";
import * as clients from "../stores/client-store.ts";
import { removeSamples } from "./remove.ts";

export const handler = serve(sampleRoutes, {
  "GET /api/v1/samples": async () => ({ changed: await changedSamples() }),
  "DELETE /api/v1/samples": async (request) => {
    const { admin } = await request.session();
    return { removed: await removeSamples({ admin, context: await changeContext(request) }) };
  },
});

/** The sample clients that somebody edited or paid. */
async function changedSamples(): Promise<{ id: string; name: string }[]> {
  const changed: { id: string; name: string }[] = [];
  // Without samples, clients and activity are not read.
  if ((await readCounters()).sample_records === 0) return changed;
  for await (const { id, name } of clients.samples())
    if (isChanged(await activity.recordsOf(id))) changed.push({ id, name });
  return changed;
}
