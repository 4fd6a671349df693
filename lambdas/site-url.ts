/**
 * Where the site stands, by the stack that made it and never by a request, whose headers anybody can write; empty where
 * that was not said.
 */
export const siteUrl = (): string => process.env.SITE_URL ?? "";
