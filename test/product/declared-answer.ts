import { isDeepStrictEqual } from "node:util";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { fullFormats } from "ajv-formats/dist/formats.js";
import { type AllRoutes, api } from "../../shared/api/api.ts";
import { openApi } from "../../shared/api/document.ts";
import type { Route } from "../../shared/route.ts";

const routes: Record<string, Route> = Object.assign({}, ...Object.values(api));

const document = openApi();
const ajv = new Ajv2020({ strict: false, formats: fullFormats });
ajv.addSchema(document, "openapi");
const validators = new Map<string, ValidateFunction>();

/** Validates a response against the OpenAPI document; undefined if the route declares no such status. */
function validatorOf(key: keyof AllRoutes, status: number): ValidateFunction | undefined {
  const [method = "", path = ""] = key.split(" ");
  const responses = document.paths[path]?.[method.toLowerCase()]?.responses;
  if (!responses?.[status]) return undefined;
  const media = (status < 300 && routes[key]?.media) || "application/json";
  const pointer = ["paths", path, method.toLowerCase(), "responses", status, "content", media]
    .map((part) => encodeURIComponent(String(part).replaceAll("~", "~0").replaceAll("/", "~1")))
    .join("/");
  const id = `openapi#/${pointer}/schema`;
  const validator = validators.get(id) ?? ajv.compile({ $ref: id });
  validators.set(id, validator);
  return validator;
}

/**
 * Returns the body of a response.
 * @throws if it does not match the OpenAPI document, if a success is not exactly what the route declares, or if the sentence
 * of an error has a day in another form than screens
 */
export function declaredAnswer(key: keyof AllRoutes, status: number, body: unknown) {
  const route = routes[key];
  if (!route) return body;
  const validate = validatorOf(key, status);
  if (!validate)
    throw new Error(`${key} answers with the status ${status}, which the OpenAPI document does not declare.`);
  if (!validate(body))
    throw new Error(
      `${key} answers ${status} with a body that does not match the OpenAPI document: ${ajv.errorsText(validate.errors)}`,
    );
  const { error } = body as { error?: unknown };
  if (status >= 400 && /\d{4}-\d\d-\d\d/.test(String(error)))
    throw new Error(`${key} answers ${status} with a day that screens show in another form: ${error}`);
  if (status >= 300) return body;
  // As JSON, in which undefined fields do not exist.
  const declared = JSON.parse(JSON.stringify(route.response.parse(body)));
  if (!isDeepStrictEqual(declared, body)) {
    throw new Error(`${key} answers ${JSON.stringify(body)}, but declares ${JSON.stringify(declared)}.`);
  }
  return body;
}
