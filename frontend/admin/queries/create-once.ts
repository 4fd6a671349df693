import { ApiError } from "../../api.ts";

type Attempts<R> = {
  create: () => Promise<R>;
  /** What is stored under the id by now. */
  stored: () => Promise<R | undefined>;
  /** Saves over that version. */
  change: (version: number) => Promise<R>;
};

/**
 * Creates a record under the id it was given. Where an earlier attempt was stored, although its answer got lost, and
 * something was corrected since, the correction is saved over it, unless somebody has changed the record meanwhile.
 */
export async function createOnce<R extends { version: number }>(attempts: Attempts<R>): Promise<R> {
  try {
    return await attempts.create();
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 409)) throw error;
    const earlier = await attempts.stored();
    if (earlier?.version !== 1) throw error;
    return attempts.change(earlier.version);
  }
}
