import { api, type Resource } from "../shared/api/api.ts";
import { type BackgroundName, backgroundFunctions, entryOf } from "./background-functions.ts";

export type FunctionName = Resource | BackgroundName;

/** Every function and its entry file: one for each API resource, and the background functions. */
export const entries = Object.fromEntries([
  ...Object.keys(api).map((resource) => [resource, `lambdas/${resource}/handler.ts`]),
  ...(Object.keys(backgroundFunctions) as BackgroundName[]).map((name) => [name, entryOf(name)]),
]) as Record<FunctionName, string>;

/** A folder for each function. */
export const bundles = "build/lambdas";
