/** How this product calls itself in people's authenticator apps. */
export const appName = "Mwamba back-office";
