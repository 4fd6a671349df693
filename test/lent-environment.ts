import { type Environment, type EnvironmentOptions, startEnvironment } from "aws-local";
import { endInterception } from "./interception.ts";
import { recordPermissions, rolesOf } from "./permission-records.ts";

type Lent = {
  environment: Environment;
  /** Stops it, or keeps it for the next file that wants one like it. */
  giveBack(): Promise<void>;
};

/** What files before have given back, by the name of what it is. */
const waiting = new Map<string, Environment>();

/** Those that send reminders believe for a while in SES's rate or pause (lambdas/send-rate.ts, send-once.ts). */
const remembersNothing = (functionId: string) => !/^(ApiReminders|RemindersSend)/.test(functionId);

/**
 * A running stack. One that has a name is handed on from file to file within a worker, and is empty each time: no
 * rows, queued messages, emails, people or interceptions, and functions that remember nothing.
 */
export async function lendEnvironment(options: EnvironmentOptions, name?: string): Promise<Lent> {
  const used = name === undefined ? undefined : waiting.get(name);
  if (name !== undefined && used) {
    waiting.delete(name);
    endInterception(used);
    await used.reset({ keepWarm: remembersNothing });
    return handedOn(used, name);
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
  if (name !== undefined) return handedOn(environment, name);
  const giveBack = () => {
    if (rolesAreReal) recordPermissions(environment);
    return environment.stop();
  };
  return { environment, giveBack };
}

function handedOn(environment: Environment, name: string): Lent {
  const countOf = (call: Call) => `${call.functionId} ${call.action} ${call.resource}`;
  const before = new Map(environment.calls().map((call) => [countOf(call), call.count]));
  const calls = () =>
    environment
      .calls()
      .map((call) => ({ ...call, count: call.count - (before.get(countOf(call)) ?? 0) }))
      .filter(({ count }) => count > 0);
  return {
    environment: { ...environment, calls },
    async giveBack() {
      recordPermissions({ granted: environment.granted, calls });
      if (waiting.has(name)) return environment.stop();
      waiting.set(name, environment);
    },
  };
}

type Call = ReturnType<Environment["calls"]>[number];
