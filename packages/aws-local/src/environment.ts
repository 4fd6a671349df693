/** Runs the whole stack of a cloud assembly on this machine. */
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { ADMIN_KEY, openAwsEndpoint } from "./aws.ts";
import { openEdge } from "./edge/edge.ts";
import { openAsynchronousInvocations } from "./functions/asynchronous-invocations.ts";
import { openDeliveries } from "./functions/deliveries.ts";
import { openEventBus } from "./functions/event-bus.ts";
import { invokeForFunction } from "./functions/invoke-for-function.ts";
import { openFunctionService } from "./functions/service.ts";
import { openGateway } from "./gateway/gateway.ts";
import { requireInvokePermission } from "./iam/iam.ts";
import { permissionRules } from "./iam/permissions.ts";
import { localAddresses, openParameterService } from "./parameters.ts";
import { startConsumers } from "./queues/consumers.ts";
import { openQueues } from "./queues/queues.ts";
import { scheduleTimeZone, startSchedules } from "./schedules/schedules.ts";
import { openSecrets } from "./secrets.ts";
import { openEventDestinations } from "./ses/events.ts";
import { openSes } from "./ses/ses.ts";
import type { TableDefinition } from "./tables/definitions.ts";
import { openTables } from "./tables/tables.ts";
import { type RawTemplate, readAssembly } from "./template/assembly.ts";
import { ACCOUNT, REGION } from "./template/resource-names.ts";
import { readTemplate } from "./template/template.ts";
import { openUserPool } from "./users/server.ts";

export interface EnvironmentOptions {
  assembly: string;
  template?(template: RawTemplate): RawTemplate;
  /** Keeps data across restarts; without it, all data is in memory. */
  directory?: string;
  /** 0 is any free port. */
  ports?: { site?: number; mail?: number; cognito?: number; aws?: number };
  /** Where the business clock starts, such as `2026-12-24T09:00`. */
  now?: string;
  /** The URL of a Vite dev server that replaces the built site. */
  frontend?: string;
  /** Returns the directory of a function's bundle; by default the assembly's copy. */
  bundleOf?(functionId: string, copy: string): Promise<string>;
  /** Markup for the head of the inbox, such as a link. */
  inboxHead?: string;
  /** Runs the functions in this thread instead of worker threads, for tests: it halves the cost of a request. */
  inProcess?: boolean;
  /** How many emails a second SES takes; 14 as for a new account in production. */
  sendRate?: number;
  log?(line: string): void;
}

export type Environment = Awaited<ReturnType<typeof startEnvironment>>;

/** The time in which a finished event's consequences start. */
const SETTLE_MS = 40;

export async function startEnvironment(options: EnvironmentOptions) {
  await using opened = new AsyncDisposableStack();
  const { ports = {}, directory } = options;
  const log = options.log ?? (() => {});
  const storage = (name: string) => (directory === undefined ? {} : { directory: join(directory, name) });

  const assembly = readAssembly(options.assembly);
  const aws = await openAwsEndpoint(ports.aws);
  opened.defer(aws.close);
  const queueUrl = (name: string) => `${aws.url}/${ACCOUNT}/${name}`;
  const raw = options.template?.(structuredClone(assembly.template)) ?? assembly.template;
  // The issuer's URL is known only once the user pool is open.
  const template = readTemplate(raw, assembly.stackName, {
    queueUrl,
    issuer: (id) => `${users.url}/${id}`,
    dynamicReference: (reference) => secrets.resolve(reference),
  });
  const secrets = openSecrets(template, storage("secrets").directory);
  const clock = openClock(scheduleTimeZone(template));
  await clock.set(options.now);
  const { now } = clock;

  const users = await openUserPool(template, {
    ...storage("users"),
    port: ports.cognito ?? 0,
    sendEmail: (email) => ses.deliver(email),
    trigger: async (functionArn, poolArn, event) => {
      requireInvokePermission(template, "cognito-idp.amazonaws.com", functionArn, poolArn);
      return functions.invoke(functionArn, event);
    },
  });
  opened.defer(users.close);

  const ses = await openSes(template, {
    ...storage("mail"),
    port: ports.mail ?? 0,
    head: options.inboxHead,
    ...(options.sendRate !== undefined && { sendRate: options.sendRate }),
    now,
    publish: (event) => void publishSesEvent(event, now()).catch((error: unknown) => log(String(error))),
  });
  opened.defer(ses.close);
  const tables = await openTables(storage("tables").directory);
  opened.defer(tables.close);
  const definitions = template.all<TableDefinition>("AWS::DynamoDB::Table");
  await tables.create(definitions.map(({ name, properties }) => ({ ...properties, TableName: name })));
  const queues = await openQueues(template, storage("queues").directory);
  opened.defer(queues.close);
  const localize = localAddresses(template, () => edge.url);
  const functions = await openFunctionService({
    template,
    assembly,
    localize,
    awsEndpoint: aws.url,
    inProcess: options.inProcess ?? false,
    ...(options.bundleOf && { bundleOf: options.bundleOf }),
    ...(directory !== undefined && { logs: join(directory, "logs") }),
    log,
  });
  opened.defer(functions.stop);
  const { access } = functions;

  const asynchronous = openAsynchronousInvocations({
    functions,
    settings: functions.definition,
    deliver: async (functionId, targetArn, body) => {
      const { arn } = functions.definition(functionId);
      const sender = {
        service: "lambda.amazonaws.com",
        sourceArn: arn,
        roleArn: access.roleName(functionId),
      };
      access.isAllowed(functionId, { action: "sqs:SendMessage", resource: targetArn });
      await deliver(sender, targetArn, body);
    },
  });
  opened.defer(asynchronous.stop);
  const deliver = openDeliveries({ template, invoke: asynchronous.invoke, enqueue: queues.send });
  const publishSesEvent = openEventDestinations(template, openEventBus(template, deliver, log));

  aws.serve({
    services: {
      dynamodb: tables.call,
      sqs: queues.call,
      "cognito-idp": users.call,
      ses: ses.call,
      ssm: openParameterService(template, localize),
      secretsmanager: secrets.call,
      lambda: (_operation, input) => invokeForFunction(functions.invoke, input),
    },
    access,
    rules: permissionRules(ses.identities),
  });
  const gateway = await openGateway({ template, now, invoke: functions.invoke, log });
  opened.defer(gateway.close);
  const edge = await openEdge({
    template,
    assembly,
    gateway,
    cognito: users.url,
    port: ports.site ?? 0,
    ...(options.frontend !== undefined && { frontend: options.frontend }),
    log,
  });
  opened.defer(edge.close);
  const consumers = startConsumers(template, queues, functions, access);
  // A consumer waits for its functions, which may take minutes: stop both together.
  opened.defer(async () => void (await Promise.all([consumers.stop(), functions.stop()])));
  const schedules = startSchedules(template, { now, deliver, log });
  opened.defer(schedules.stop);

  /** Resolves when no function runs, no queue with a consumer has a message, and no event is being delivered. */
  async function idle(): Promise<void> {
    for (let started = -1; started !== functions.startedEvents(); ) {
      started = functions.startedEvents();
      await Promise.all([functions.idle(), asynchronous.idle(), consumers.idle()]);
      await wait(SETTLE_MS);
    }
  }

  async function setClock(start: string | undefined): Promise<void> {
    await clock.set(start);
    schedules.skipMissed();
  }

  /** Deletes all data except the record of calls, and resets the clock. Warm functions keep their module state. */
  async function reset({ keepWarm }: { keepWarm?(functionId: string): boolean } = {}): Promise<void> {
    queues.clear();
    await functions.stop(keepWarm);
    await asynchronous.cancelRetries();
    queues.clear(); // Cancelled events are now in dead-letter queues.
    await idle();
    users.clear();
    ses.clear();
    await tables.clear();
    await setClock(options.now);
  }

  const running = opened.move();
  return {
    site: edge.url,
    api: gateway.url,
    /** Sends a request to the API without a connection and without the edge. Rejects where HTTP responds with 500. */
    request: gateway.request,
    mail: ses.url,
    emails: ses.emails, // The newest first.
    cognito: users.url,
    region: REGION,
    userPoolId: users.poolId,
    userPoolClientId: users.clientId,
    /** The pool's groups by precedence. */
    groups: users.groups,
    /** Any operation of the user pool, with an engineer's permissions. @throws AwsError */
    userPool: users.call,
    /** Signs a user in without a password and returns the tokens, for tests. */
    signIn: users.signIn,
    awsEndpoint: aws.url,
    credentials: { accessKeyId: ADMIN_KEY, secretAccessKey: "local" },
    aws: { handle: aws.handle },
    now,
    /** Every action that a function called, and whether it was allowed. */
    calls: access.calls,
    granted: access.granted,
    /** Waits for the result of a function, identified by logical id, name or ARN. @throws FunctionError */
    invoke: functions.invoke,
    /** Kills a function's threads while they work; returns the number of events that were lost. */
    kill: functions.kill,
    /** Makes the next event of every function use the bundle that is on disk now. */
    reload: functions.reload,
    schedules: schedules.list,
    /** Runs a schedule as if it were an instant (epoch milliseconds), and waits for the result. */
    runSchedule: schedules.run,
    idle,
    setClock,
    reset,
    stop: () => running.disposeAsync(),
  };
}

/** The business clock: real time, or a time that was set and runs on. `timeZone` applies to times without an offset. */
function openClock(timeZone: string) {
  let offsetMs = 0;
  return {
    /** In epoch milliseconds. */
    now: () => Date.now() + offsetMs,
    /** @param start such as `2026-12-24T09:00`, with or without an offset; undefined for real time */
    async set(start: string | undefined) {
      offsetMs = start === undefined ? 0 : (await parseInstant(start, timeZone)) - Date.now();
    },
  };
}

async function parseInstant(text: string, timeZone: string): Promise<number> {
  const { Temporal } = await import("temporal-polyfill"); // Loaded only if needed.
  try {
    return /(Z|[+-]\d\d:?\d\d)$/.test(text)
      ? Temporal.Instant.from(text).epochMilliseconds
      : Temporal.PlainDateTime.from(text).toZonedDateTime(timeZone).epochMilliseconds;
  } catch {
    throw new Error(`“${text}” is not a date and time such as 2026-12-24T09:00.`);
  }
}
