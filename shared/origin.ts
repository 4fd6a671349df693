import * as z from "zod/mini";

/** The header with the deployment's secret that proves to the API that a request came through CloudFront. */
export const ORIGIN_HEADER = "x-origin-secret";

/**
 * The header's values, as the stack's secret has them. After a renewal, `previous` is accepted until `previous_until`;
 * while a renewal is not finished, without end.
 */
export const OriginSecret = z.object({
  current: z.string(),
  previous: z.optional(z.string()),
  previous_until: z.optional(z.iso.datetime()),
});
export type OriginSecret = z.infer<typeof OriginSecret>;
