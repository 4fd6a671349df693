import type * as z from "zod/mini";
import { HttpError } from "./http.ts";

/** Where the next page of a list starts, as text that passes through an address. */
export const cursorOf = (place: unknown): string => Buffer.from(JSON.stringify(place)).toString("base64url");

/** @throws HttpError with the sentence, for a cursor that no list gave */
export function placeOf<S extends z.ZodMiniType>(schema: S, cursor: string, otherwise: string): z.output<S> {
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, "base64url").toString()));
  } catch {
    throw new HttpError(400, otherwise);
  }
}
