import type { Field } from "../../../../shared/field.ts";

/** The options of a select for a field with named values. */
export const optionsOf = ({ names = {} }: Field) =>
  Object.entries(names).map(([value, label]) => ({ value, label }));
