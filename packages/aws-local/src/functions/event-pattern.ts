/**
 * EventBridge's event patterns.
 * @see https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-event-patterns.html
 */
export interface Pattern {
  [field: string]: Pattern | unknown[];
}

/** Throws for a comparison that has no model here. */
export function matchesPattern(pattern: Pattern, event: unknown): boolean {
  return Object.entries(pattern).every(([field, wanted]) => {
    if (field.startsWith("$"))
      throw new Error(`The event pattern's ${field} has no model in local/event-pattern.ts.`);
    const value = fieldOf(event, field);
    if (!Array.isArray(wanted)) return value !== undefined && matchesPattern(wanted, value);
    const values = Array.isArray(value) ? value : [value];
    return wanted.some((test) => values.some((one) => passes(test, one)));
  });
}

function passes(test: unknown, value: unknown): boolean {
  if (test === null || typeof test !== "object") return test === value;
  const [[comparison, expected] = ["", undefined]] = Object.entries(test);
  const text = typeof value === "string" ? value : undefined;
  switch (comparison) {
    case "exists":
      return (value !== undefined) === expected;
    case "prefix":
      return text?.startsWith(String(expected)) ?? false;
    case "suffix":
      return text?.endsWith(String(expected)) ?? false;
    case "equals-ignore-case":
      return text?.toLowerCase() === String(expected).toLowerCase();
    case "anything-but":
      if (expected !== null && typeof expected === "object" && !Array.isArray(expected))
        return value !== undefined && !passes(expected, value);
      return value !== undefined && ![expected].flat().includes(value);
    default:
      throw new Error(`The event pattern's ${comparison} has no model in local/event-pattern.ts.`);
  }
}

const fieldOf = (value: unknown, field: string): unknown =>
  value !== null && typeof value === "object" ? (value as Record<string, unknown>)[field] : undefined;
