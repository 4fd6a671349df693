/** What an asset bears that no page of the current release names; `npm run deploy` puts it there: ADR 022. */
export const retired = { key: "retired", value: "true" } as const;
