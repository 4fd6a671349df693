import * as z from "zod/mini";
import { Invalid } from "./errors.ts";

/** A part of a row's key as our tables have them; DynamoDB takes no empty one. */
export const KeyPart = z.string().check(z.regex(/^[\x21-\x7e]{1,200}$/));

/** Where the next page of a list starts, as text that passes through an address. */
export const cursorOf = (place: unknown): string => Buffer.from(JSON.stringify(place)).toString("base64url");

/** @throws Invalid with the sentence, for a cursor that no list gave */
export function placeOf<S extends z.ZodMiniType>(schema: S, cursor: string, otherwise: string): z.output<S> {
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, "base64url").toString()));
  } catch {
    throw new Invalid(otherwise);
  }
}
