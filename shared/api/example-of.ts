import type { $ZodType, $ZodTypes } from "zod/v4/core";
import { examples, texts } from "./examples.ts";

/** The example of a type, or of what it is made of; optional parts without an example of their own are left out. */
export function exampleOf(type: $ZodType, io: "input" | "output", name = ""): unknown {
  const own = ownExample(type);
  if (own !== undefined) return own;
  const { def } = (type as $ZodTypes)._zod;
  const part = (inner: $ZodType | undefined) => (inner ? exampleOf(inner, io, name) : undefined);
  switch (def.type) {
    case "object": {
      const fields = Object.entries(def.shape).filter(([, field]) => !isOptional(field, io));
      return Object.fromEntries(fields.map(([name, field]) => [name, exampleOf(field, io, name)]));
    }
    case "array":
      return [part(def.element)];
    case "optional":
    case "default":
    case "nullable":
      return part(def.innerType);
    case "pipe":
      return part(io === "input" ? def.in : def.out);
    case "union":
      return part(def.options[0]);
    case "enum":
      return Object.values(def.entries)[0];
    case "literal":
      return def.values[0];
    case "record":
      return {};
    case "boolean":
      return true;
    case "number":
      return 1;
    case "string":
      if (texts[name] !== undefined) return texts[name];
      break;
  }
  throw new Error(`${name} has no example. Add it to shared/api/examples.ts, by its schema or by its name.`);
}

function ownExample(type: $ZodType): unknown {
  for (let known: $ZodType | undefined = type; known; known = known._zod.parent)
    if (examples.has(known)) return examples.get(known);
  return undefined;
}

const isOptional = (type: $ZodType, io: "input" | "output") =>
  io === "input" ? ["optional", "default"].includes(type._zod.def.type) : type._zod.optout === "optional";
