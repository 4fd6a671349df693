/** Where people land who came from nowhere in particular. */
export const home = "/admin";
export const signInPath = "/admin/login";

/** The place to go back to after signing in: only a page of the back-office, or else its first. */
export function returnPath(from: unknown, origin = window.location.origin): string {
  if (typeof from !== "string" || !from.startsWith("/")) return home;
  const url = URL.parse(from, origin);
  if (!url || url.origin !== origin) return home;
  const inside = url.pathname === home || url.pathname.startsWith(`${home}/`);
  if (!inside || url.pathname.startsWith(signInPath)) return home;
  return url.pathname + url.search + url.hash;
}
