import { ApiError } from "../../api.ts";

/**
 * Creates a record under the id it was given. Where an earlier attempt was stored, although its answer got lost, and
 * something was corrected since, the correction is saved over it, unless somebody has changed the record meanwhile.
 */
export async function created<R extends { version: number }>(
  create: () => Promise<R>,
  stored: () => Promise<R | undefined>,
  change: (version: number) => Promise<R>,
): Promise<R> {
  try {
    return await create();
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 409)) throw error;
    const earlier = await stored();
    if (earlier?.version !== 1) throw error;
    return change(earlier.version);
  }
}
