/** The text under a field that two people changed. */
export const conflictOf = (value: unknown): string | undefined =>
  value === undefined ? undefined : `Somebody else saved: ${String(value) || "(empty)"}`;

export const onOff = (value: boolean | undefined) => (value === undefined ? undefined : value ? "on" : "off");
