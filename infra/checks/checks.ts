import * as edge from "./edge.ts";
import * as files from "./files.ts";
import * as firewall from "./firewall.ts";
import * as functions from "./functions.ts";
import * as gateway from "./gateway.ts";
import * as guard from "./guard.ts";
import * as mail from "./mail.ts";
import * as queues from "./queues.ts";
import * as schedules from "./schedules.ts";
import * as stack from "./stack.ts";
import * as tables from "./tables.ts";
import type { Check } from "./template.ts";
import * as users from "./users.ts";
import * as watching from "./watching.ts";

/** What makes CloudFormation fail half-way, or a stage not work, although AWS's own rules pass it. By name. */
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
