import { type Environment, type EnvironmentOptions, startEnvironment } from "aws-local";
import { api } from "../../shared/api/api.ts";
import type { Route } from "../../shared/route.ts";
import { endInterception } from "./interception.ts";
import { recordPermissions, rolesOf } from "./permission-records.ts";

type Acquired = {
  environment: Environment;
  /** Stops it, or keeps it for the next file that acquires the same name. */
  release(): Promise<void>;
};

/** Released environments by name. */
const idle = new Map<string, Environment>();

/** Functions with such routes cache which callers they refuse (lambdas/platform/http/rate-limit.ts). */
const limitedFunctions = Object.entries(api)
  .filter(([, routes]) => Object.values<Route>(routes).some(({ limit }) => limit))
  .map(([resource]) => `Api${resource.charAt(0).toUpperCase()}${resource.slice(1)}`);
/** Functions that send reminders cache the rate and the pause of SES (lambdas/platform/email/send-rate.ts, send-once.ts). */
const cachingFunctions = ["ApiReminders", "RemindersSend", ...limitedFunctions];

const hasNoCache = (functionId: string) => !cachingFunctions.some((name) => functionId.startsWith(name));

/**
 * A running stack. A named one is reused from file to file within a worker and emptied each time: no rows, queued
 * messages, emails, people or interceptions, and functions with empty caches.
 */
export async function acquireEnvironment(options: EnvironmentOptions, name?: string): Promise<Acquired> {
  const used = name === undefined ? undefined : idle.get(name);
  if (name !== undefined && used) {
    idle.delete(name);
    endInterception(used);
    await used.reset({ keepWarm: hasNoCache });
    return pooled(used, name);
  }
  let rolesAreReal = true;
  const environment = await startEnvironment({
    ...options,
    template(template) {
      const roles = rolesOf(template);
      const changed = options.template?.(template) ?? template;
      rolesAreReal = rolesOf(changed) === roles;
      return changed;
    },
  });
  if (name !== undefined) return pooled(environment, name);
  const release = () => {
    if (rolesAreReal) recordPermissions(environment);
    return environment.stop();
  };
  return { environment, release };
}

/** Counts calls from zero and goes back to the pool when released. */
function pooled(environment: Environment, name: string): Acquired {
  const keyOf = (call: Call) => `${call.functionId} ${call.action} ${call.resource}`;
  const before = new Map(environment.calls().map((call) => [keyOf(call), call.count]));
  const calls = () =>
    environment
      .calls()
      .map((call) => ({ ...call, count: call.count - (before.get(keyOf(call)) ?? 0) }))
      .filter(({ count }) => count > 0);
  return {
    environment: { ...environment, calls },
    async release() {
      recordPermissions({ granted: environment.granted, calls });
      if (idle.has(name)) return environment.stop();
      idle.set(name, environment);
    },
  };
}

type Call = ReturnType<Environment["calls"]>[number];
