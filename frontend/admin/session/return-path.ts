export const home = "/admin";
export const signInPath = "/admin/login";

/** The page to return to after sign-in: only pages of the back-office, else the dashboard. */
export function returnPath(from: unknown, origin = window.location.origin): string {
  if (typeof from !== "string" || !from.startsWith("/")) return home;
  const url = URL.parse(from, origin);
  if (!url || url.origin !== origin) return home;
  const inside = url.pathname === home || url.pathname.startsWith(`${home}/`);
  if (!inside || url.pathname.startsWith(signInPath)) return home;
  return url.pathname + url.search + url.hash;
}
