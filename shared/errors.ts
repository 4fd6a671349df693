import type * as z from "zod/mini";

/** The schema's first message for each field. */
export function errorsOf(schema: z.ZodMiniType, value: unknown): Record<string, string> {
  const { error } = schema.safeParse(value);
  const messages: Record<string, string> = {};
  for (const { path, message } of error?.issues ?? []) messages[String(path[0])] ??= message;
  return messages;
}

const MAX_QUOTED = 60;
/** Quotes what somebody typed, shortened. */
export const quoted = (text: string): string =>
  `“${text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED).toWellFormed()}…` : text}”`;
