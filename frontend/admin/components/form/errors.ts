import type * as z from "zod/mini";

/** The first complaint about each field, in the schema's own words. */
export function errorsOf(schema: z.ZodMiniType, value: unknown): Record<string, string> {
  const { error } = schema.safeParse(value);
  const found: Record<string, string> = {};
  for (const { path, message } of error?.issues ?? []) found[String(path[0])] ??= message;
  return found;
}
