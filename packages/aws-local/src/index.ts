export { type Environment, type EnvironmentOptions, startEnvironment } from "./environment.ts";
export type { Outcome } from "./functions/asynchronous-invocations.ts";
export type { Call, GrantedStatement, UnusedGrantException } from "./iam/grants.ts";
export { permissionFaults } from "./iam/grants.ts";
export type { Email } from "./ses/inbox.ts";
export { StoredShapeError } from "./tables/definitions.ts";
export type { RawTemplate } from "./template/assembly.ts";
