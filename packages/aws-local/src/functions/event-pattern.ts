/**
 * EventBridge's event patterns: fields and the values they may have. Comparisons such as `prefix` do not run here.
 * @see https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-event-patterns.html
 */
export interface Pattern {
  [field: string]: Pattern | unknown[];
}

/** Throws for a comparison. */
export function matchesPattern(pattern: Pattern, event: unknown): boolean {
  return Object.entries(pattern).every(([field, wanted]) => {
    const value = fieldOf(event, field);
    if (!Array.isArray(wanted)) return value !== undefined && matchesPattern(wanted, value);
    const comparison = wanted.find((one) => one !== null && typeof one === "object");
    if (comparison || field.startsWith("$"))
      throw new Error(`The event pattern's ${JSON.stringify(comparison ?? field)} does not run here.`);
    return wanted.some((one) => [value].flat().includes(one));
  });
}

const fieldOf = (value: unknown, field: string): unknown =>
  value !== null && typeof value === "object" ? (value as Record<string, unknown>)[field] : undefined;
