import * as z from "zod/mini";
import { Invalid } from "../http/refusals.ts";

/** Part of a row's key. DynamoDB refuses an empty one. */
export const KeyPart = z.string().check(z.regex(/^[\x21-\x7e]{1,200}$/));

/** The place where the next page of a list starts, as text for a URL. */
export const cursorOf = (place: unknown): string => Buffer.from(JSON.stringify(place)).toString("base64url");

/** @throws Invalid with the message, for a cursor that no list returned */
export function placeOf<S extends z.ZodMiniType>(schema: S, cursor: string, message: string): z.output<S> {
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, "base64url").toString()));
  } catch {
    throw new Invalid(message);
  }
}
