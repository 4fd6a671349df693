import { isDeepStrictEqual } from "node:util";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { fullFormats } from "ajv-formats/dist/formats.js";
import { type AllRoutes, api } from "../shared/api.ts";
import { openApi } from "../shared/openapi/document.ts";
import type { Route } from "../shared/route.ts";

const routes: Record<string, Route> = Object.assign({}, ...Object.values(api));

const document = openApi();
const ajv = new Ajv2020({ strict: false, formats: fullFormats });
ajv.addSchema(document, "openapi");
const validators = new Map<string, ValidateFunction>();

/** What the API's description says of the answers of a route with a status; undefined where it knows no such answer. */
function described(key: keyof AllRoutes, status: number): ValidateFunction | undefined {
  const [method = "", path = ""] = key.split(" ");
  const responses = document.paths[path]?.[method.toLowerCase()]?.responses;
  if (!responses?.[status]) return undefined;
  const media = (status < 300 && routes[key]?.media) || "application/json";
  const pointer = ["paths", path, method.toLowerCase(), "responses", status, "content", media]
    .map((part) => encodeURIComponent(String(part).replaceAll("~", "~0").replaceAll("/", "~1")))
    .join("/");
  const id = `openapi#/${pointer}/schema`;
  const known = validators.get(id) ?? ajv.compile({ $ref: id });
  validators.set(id, known);
  return known;
}

/**
 * Gives the body of an answer.
 * @throws unless it is as the API's description says, and a success exactly what the route declares
 */
export function declaredAnswer(key: keyof AllRoutes, status: number, body: unknown) {
  const route = routes[key];
  if (!route) return body;
  const satisfied = described(key, status);
  if (!satisfied)
    throw new Error(`${key} answers with the status ${status}, which its description does not know.`);
  if (!satisfied(body))
    throw new Error(
      `${key} answers ${status} with what is not described: ${ajv.errorsText(satisfied.errors)}`,
    );
  if (status >= 300) return body;
  // As it travels: a field without a value is none.
  const declared = JSON.parse(JSON.stringify(route.answer.parse(body)));
  if (!isDeepStrictEqual(declared, body)) {
    throw new Error(`${key} answers ${JSON.stringify(body)}, and declares ${JSON.stringify(declared)}.`);
  }
  return body;
}
