import type * as z from "zod/mini";
import { examples, texts } from "./examples.ts";

type Definition = {
  type: string;
  innerType?: z.ZodMiniType;
  in?: z.ZodMiniType;
  out?: z.ZodMiniType;
  element?: z.ZodMiniType;
  shape?: Record<string, z.ZodMiniType>;
  options?: z.ZodMiniType[];
  entries?: Record<string, string>;
  values?: unknown[];
};
const definitionOf = (type: z.ZodMiniType) => type._zod.def as unknown as Definition;

/** The example of a type, or of what it is made of; optional parts without an example of their own are left out. */
export function exampleOf(type: z.ZodMiniType, io: "input" | "output", name = ""): unknown {
  const own = ownExample(type);
  if (own !== undefined) return own;
  const {
    type: kind,
    innerType,
    in: from,
    out,
    element,
    shape,
    options,
    entries,
    values,
  } = definitionOf(type);
  const part = (inner: z.ZodMiniType | undefined) => (inner ? exampleOf(inner, io, name) : undefined);
  switch (kind) {
    case "object": {
      const fields = Object.entries(shape ?? {}).filter(([, field]) => !isOptional(field, io));
      return Object.fromEntries(fields.map(([name, field]) => [name, exampleOf(field, io, name)]));
    }
    case "array":
      return [part(element)];
    case "optional":
    case "default":
    case "nullable":
      return part(innerType);
    case "pipe":
      return part(io === "input" ? from : out);
    case "union":
      return part(options?.[0]);
    case "enum":
      return Object.values(entries ?? {})[0];
    case "literal":
      return values?.[0];
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

function ownExample(type: z.ZodMiniType): unknown {
  for (
    let known: z.ZodMiniType | undefined = type;
    known;
    known = known._zod.parent as z.ZodMiniType | undefined
  )
    if (examples.has(known)) return examples.get(known);
  return undefined;
}

const isOptional = (type: z.ZodMiniType, io: "input" | "output") =>
  io === "input"
    ? ["optional", "default"].includes(definitionOf(type).type)
    : type._zod.optout === "optional";
