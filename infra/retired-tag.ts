/** The tag of assets that the current release no longer uses; `npm run deploy` sets it. ADR 022. */
export const retiredTag = { key: "retired", value: "true" } as const;
