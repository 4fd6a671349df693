/** Under a field that two people changed: what the other one saved. */
export const conflictOf = (value: unknown): string | undefined =>
  value === undefined ? undefined : `Saved meanwhile by somebody else: ${String(value) || "(empty)"}`;

/** A switch, as it is told of. */
export const onOff = (value: boolean | undefined) => (value === undefined ? undefined : value ? "on" : "off");
