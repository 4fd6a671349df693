import * as gateway from "./api-gateway.ts";
import * as edge from "./cloudfront.ts";
import * as users from "./cognito.ts";
import * as firewall from "./firewall.ts";
import * as functions from "./functions.ts";
import * as watching from "./monitoring.ts";
import * as queues from "./queues.ts";
import * as schedules from "./schedules.ts";
import * as guard from "./security.ts";
import * as mail from "./ses.ts";
import * as tables from "./tables.ts";
import type { Check } from "./template.ts";
import * as stack from "./template-limits.ts";
import * as files from "./website-files.ts";

/** Finds what AWS's rules miss: templates that fail during deployment, or stages that do not work. By name. */
export const checks: Record<string, Check> = {
  ...tables,
  ...functions,
  ...gateway,
  ...schedules,
  ...queues,
  ...edge,
  ...files,
  ...firewall,
  ...guard,
  ...users,
  ...mail,
  ...watching,
  ...stack,
};
