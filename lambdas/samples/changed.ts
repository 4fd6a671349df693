import { isChanged } from "../../shared/samples/records.ts";
import { readCounters } from "../platform/dynamo/counters.ts";
import * as activity from "../stores/activity-store.ts";
import * as clients from "../stores/client-store.ts";

/** The sample clients that somebody edited or paid. */
export async function changedSamples(): Promise<{ id: string; name: string }[]> {
  const changed: { id: string; name: string }[] = [];
  // Without samples no table is read.
  if ((await readCounters()).sample_records === 0) return changed;
  for await (const { id, name } of clients.samples())
    if (isChanged(await activity.recordsOf(id))) changed.push({ id, name });
  return changed;
}
