import type { Person, Role } from "../../auth.ts";

/** Whether to show a page, or redirect: to sign-in, or home when the role is missing. */
export function pageAccess(person: Person | undefined, requiredRole?: Role): "allow" | "sign-in" | "home" {
  if (!person) return "sign-in";
  return requiredRole === undefined || person.role === requiredRole ? "allow" : "home";
}
