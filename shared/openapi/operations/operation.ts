import type { RequestOf, ResponseOf, Routes } from "../../route.ts";

type Operation<R> = {
  /** What the operation does, in a few words. */
  summary: string;
  /** What else a caller must know. */
  description?: string;
  response: ResponseOf<R>;
  /** Error statuses beyond those that every such call can have. */
  errors?: readonly number[];
} & ("body" extends keyof RequestOf<R> ? { body: RequestOf<R>["body"] } : { body?: never });

/** The summary, description and example of each route of a resource. */
export type Operations<R extends Routes> = { [K in keyof R]: Operation<R[K]> };

export const PAGED = "Paged: call again with the `cursor` of the response until there is none.";
export const LIST = `${PAGED} Four \`part\`s can be read in parallel. With \`since\`: only what changed, and the \`mark\` for the next time.`;
export const REPEATABLE = "With an `id`, repeating the request creates no second record.";
