import { ApiError } from "../../api.ts";

type Attempts<R> = {
  create: () => Promise<R>;
  /** Reads what is stored under the id. */
  stored: () => Promise<R | undefined>;
  /** Saves the change, if this is still the stored version. */
  change: (version: number) => Promise<R>;
};

/**
 * Creates a record under an id chosen here. If an earlier attempt was stored but its response got lost, a correction
 * is saved over it, unless somebody else has changed the record.
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
