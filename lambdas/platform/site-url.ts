/** The site's address, as the stack sets it; empty if it does not. A request's headers cannot be trusted for this. */
export const siteUrl = (): string => process.env.SITE_URL ?? "";
