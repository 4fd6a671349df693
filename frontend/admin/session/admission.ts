import type { Person, Role } from "../../auth.ts";

/** Where a page behind the guard leads: in, to the sign-in page, or, for want of the role, to the first page. */
export function admission(person: Person | undefined, demanded?: Role): "in" | "sign-in" | "home" {
  if (!person) return "sign-in";
  return demanded === undefined || person.role === demanded ? "in" : "home";
}
