export { type Environment, type EnvironmentOptions, startEnvironment } from "./environment.ts";
export type { Outcome } from "./functions/asynchronous-invocations.ts";
export { type Call, type Granted, permissionFaults, type Reserve } from "./iam/grants.ts";
export type { Email } from "./ses/inbox.ts";
export type { RawTemplate } from "./template/assembly.ts";
