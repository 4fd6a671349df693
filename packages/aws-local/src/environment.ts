/** The whole stack of a cloud assembly, running on this machine. */
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { ADMIN_KEY, openAws } from "./aws.ts";
import { openClock } from "./clock.ts";
import { openEdge } from "./edge/edge.ts";
import { openAsynchronousInvocations } from "./functions/asynchronous-invocations.ts";
import { openDeliveries } from "./functions/deliveries.ts";
import { openEventBus } from "./functions/event-bus.ts";
import { openFunctionService } from "./functions/service.ts";
import { openGateway } from "./gateway/gateway.ts";
import { mayInvoke } from "./iam/iam.ts";
import { permissionRules } from "./iam/permissions.ts";
import { addressHere, openParameterService } from "./parameters.ts";
import { startConsumers } from "./queues/consumers.ts";
import { openQueues } from "./queues/queues.ts";
import { scheduleTimeZone, startSchedules } from "./schedules/schedules.ts";
import { openEventDestinations } from "./ses/events.ts";
import { openSes } from "./ses/ses.ts";
import type { TableDefinition } from "./tables/definitions.ts";
import { openTables } from "./tables/tables.ts";
import { type RawTemplate, readAssembly } from "./template/assembly.ts";
import { ACCOUNT, REGION } from "./template/resource-names.ts";
import { readTemplate } from "./template/template.ts";
import { openUserPool } from "./users/server.ts";

export interface EnvironmentOptions {
  /** The cloud assembly's directory. */
  assembly: string;
  /** A change made to the template before it starts. */
  template?(template: RawTemplate): RawTemplate;
  /** Keeps what is stored over restarts; without it, all is in memory. */
  directory?: string;
  /** 0 is any. */
  ports?: { site?: number; mail?: number; cognito?: number; aws?: number };
  /** Where the business clock starts, such as `2026-12-24T09:00`. */
  now?: string;
  /** The address of a Vite dev server, in place of the built site. */
  frontend?: string;
  /** Where a function's bundle is, in place of the assembly's copy: for bundles that are made again and again. */
  bundleOf?(functionId: string, copy: string): Promise<string>;
  log?(line: string): void;
}

export type Environment = Awaited<ReturnType<typeof startEnvironment>>;

/** Milliseconds in which whatever a finished event has set off shows itself. */
const AFTERMATH = 40;

export async function startEnvironment(options: EnvironmentOptions) {
  await using opened = new AsyncDisposableStack();
  const { ports = {}, directory } = options;
  const log = options.log ?? (() => {});
  const place = (name: string) => (directory === undefined ? {} : { directory: join(directory, name) });

  const assembly = readAssembly(options.assembly);
  const aws = await openAws(ports.aws);
  opened.defer(aws.close);
  const queueUrl = (name: string) => `${aws.url}/${ACCOUNT}/${name}`;
  const raw = options.template?.(structuredClone(assembly.template)) ?? assembly.template;
  // Whoever asks for a token's issuer before the pool is open would be told something wrong.
  const template = readTemplate(raw, assembly.stackName, { queueUrl, issuer: (id) => `${users.url}/${id}` });
  const clock = openClock(scheduleTimeZone(template));
  await clock.set(options.now);
  const { now } = clock;

  const users = await openUserPool(template, {
    ...place("users"),
    port: ports.cognito ?? 0,
    sendEmail: (email) => ses.deliver(email),
    trigger: async (functionArn, poolArn, event) => {
      const service = "cognito-idp.amazonaws.com";
      if (!mayInvoke(template, service, functionArn, poolArn))
        throw new Error(`No Lambda permission lets ${service} call ${functionArn} for ${poolArn}.`);
      return functions.invoke(functionArn, event);
    },
  });
  opened.defer(users.close);

  const ses = await openSes(template, {
    ...place("mail"),
    port: ports.mail ?? 0,
    now,
    publish: (event) => void tellOf(event, now()).catch((error: unknown) => log(String(error))),
  });
  opened.defer(ses.close);
  const tables = await openTables(place("tables").directory);
  opened.defer(tables.close);
  const declared = template.all<TableDefinition>("AWS::DynamoDB::Table");
  await tables.create(declared.map(({ name, properties }) => ({ ...properties, TableName: name })));
  const queues = await openQueues(template, place("queues").directory);
  opened.defer(queues.close);
  const here = addressHere(template, () => edge.url);
  const functions = await openFunctionService({
    ...{ template, assembly, here },
    awsEndpoint: aws.url,
    ...(options.bundleOf && { bundleOf: options.bundleOf }),
    ...(directory !== undefined && { logs: join(directory, "logs") }),
    log,
  });
  opened.defer(functions.drop);
  const { access } = functions;

  const asynchronous = openAsynchronousInvocations({
    functions,
    settings: functions.definition,
    deliver: async (functionId, targetArn, body) => {
      const { arn } = functions.definition(functionId);
      const sender = { service: "lambda.amazonaws.com", sourceArn: arn, roleArn: access.roleOf(functionId) };
      access.may(functionId, { action: "sqs:SendMessage", resource: targetArn });
      await deliver(sender, targetArn, body);
    },
  });
  opened.defer(asynchronous.stop);
  const deliver = openDeliveries({ template, invoke: asynchronous.invoke, enqueue: queues.send });
  const tellOf = openEventDestinations(template, openEventBus(template, deliver, log));

  const parameters = openParameterService(template, here);
  const services = { dynamodb: tables.call, sqs: queues.call, "cognito-idp": users.call, ses: ses.call };
  const rules = permissionRules(ses.identities);
  aws.serve({ services: { ...services, ssm: parameters }, access, rules });
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
  // A consumer waits for its functions, and they may take minutes: both end together.
  opened.defer(async () => void (await Promise.all([consumers.stop(), functions.drop()])));
  const schedules = startSchedules(template, { now, deliver, log });
  opened.defer(schedules.stop);

  /** Resolves once no function works, no queue with a consumer holds a message, and no event is on its way. */
  async function idle(): Promise<void> {
    for (let seen = -1; seen !== functions.taken(); ) {
      seen = functions.taken();
      await Promise.all([functions.idle(), asynchronous.idle(), consumers.idle()]);
      await wait(AFTERMATH);
    }
  }

  /** Sets the business clock, such as to `2026-12-24T09:00`; no schedule makes up for what lies between. */
  async function setClock(start: string | undefined): Promise<void> {
    await clock.set(start);
    schedules.skip();
  }

  /**
   * As after a start, within a fraction of one: nothing is stored, nothing under way, and the clock is where it
   * began. What roles were asked for stays known. Functions that are kept warm (by logical id) start faster, and keep
   * what their modules remember.
   */
  async function reset({ keepWarm }: { keepWarm?(functionId: string): boolean } = {}): Promise<void> {
    queues.empty();
    await functions.drop(keepWarm);
    await asynchronous.drop();
    queues.empty(); // What was given up meanwhile lies among the dead letters.
    await idle();
    users.empty();
    ses.empty();
    await tables.empty();
    await setClock(options.now);
  }

  const running = opened.move();
  return {
    site: edge.url,
    api: gateway.url,
    mail: ses.url,
    cognito: users.url,
    region: REGION,
    userPoolId: users.poolId,
    userPoolClientId: users.clientId,
    /** The pool's groups, the most important first. */
    groups: users.groups,
    /** Any operation of the user pool, as an engineer may call it. @throws AwsError */
    userPool: users.call,
    awsEndpoint: aws.url,
    /** Those of an engineer, who may do everything at the endpoint. */
    credentials: { accessKeyId: ADMIN_KEY, secretAccessKey: "local" },
    /** The endpoint itself, for what else shall be reached at its address. */
    aws: { handle: aws.handle },
    /** The business clock. */
    now,
    /** Every action that a function asked for, and whether it was allowed. */
    calls: access.calls,
    /** What the functions' roles allow, statement by statement. */
    granted: access.granted,
    /** Waits for the function's answer; known by logical id, name or ARN. @throws FunctionError */
    invoke: functions.invoke,
    /** Ends a function's threads in the midst of their work; answers how many events were lost. */
    kill: functions.kill,
    /** Lets the next event of every function meet the bundle as it is now. */
    reload: functions.reload,
    schedules: schedules.list,
    /** Runs a schedule as of an instant (epoch milliseconds) and waits for what comes of it. */
    runSchedule: schedules.run,
    idle,
    setClock,
    reset,
    stop: () => running.disposeAsync(),
  };
}
