/** An environment variable that the stack sets for this function. @throws when it is missing and has no fallback */
export function variable(name: string, fallback?: string): string {
  const value = process.env[name] ?? fallback;
  if (!value) throw new Error(`The environment variable ${name} is missing.`);
  return value;
}

/** The site's address, as the stack sets it; empty if it does not. A request's headers cannot be trusted for this. */
export const siteUrl = (): string => process.env.SITE_URL ?? "";
