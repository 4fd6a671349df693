import {
  AdminAddUserToGroupCommand,
  AdminCreateUserCommand,
  AdminSetUserPasswordCommand,
  CognitoIdentityProviderClient,
} from "@aws-sdk/client-cognito-identity-provider";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import type { EnvironmentOptions, Email as Mail, RawTemplate } from "aws-local";
import { receiptsAfter } from "../../ops/start/receipts-after.ts";
import type { AllRoutes } from "../../shared/api/api.ts";
import type { ResponseOf } from "../../shared/route.ts";
import { Role } from "../../shared/staff/staff.ts";
import { databaseOf, tableNamed } from "./database.ts";
import { declaredAnswer } from "./declared-answer.ts";
import { acquireEnvironment } from "./environment-pool.ts";

export type Person = { email: string; password: string };
type RouteKey = keyof AllRoutes & string;

/** A refusal has `error` (from a function) or `message` (from the gateway) instead of the answer. */
type Answer<K extends RouteKey> = {
  status: number;
  body: ResponseOf<AllRoutes[K]> & { error?: string; requestId?: string; message?: string };
  headers: Headers;
};

/** The business day, unless a test sets another. */
export const today = "2026-12-24";

/** A named change of the template. Files with the same variant share a product. */
type Variant = { name: string; template: NonNullable<EnvironmentOptions["template"]> };

/** Tests make more calls in a second than the API's limits allow, if the machine is fast enough. */
function withoutThrottling(template: RawTemplate): RawTemplate {
  for (const { Type, Properties = {} } of Object.values(template.Resources)) {
    if (Type !== "AWS::ApiGatewayV2::Stage") continue;
    delete Properties.DefaultRouteSettings;
    delete Properties.RouteSettings;
  }
  return template;
}

/**
 * Runs the whole synthesized product for one test file: empty tables, free ports, its own clock. Files without options
 * reuse the same one.
 */
export async function startProduct(options: Partial<EnvironmentOptions> = {}, variant?: Variant) {
  const isShared = Object.keys(options).length === 0;
  const { environment, release } = await acquireEnvironment(
    {
      assembly: process.env.CLOUD_ASSEMBLY ?? "cdk.out",
      now: `${today}T09:00`,
      inProcess: true,
      ...options,
      template: (template) =>
        withoutThrottling(receiptsAfter(0)((options.template ?? variant?.template)?.(template) ?? template)),
    },
    isShared ? (variant?.name ?? "as deployed") : undefined,
  );
  const cognito = new CognitoIdentityProviderClient({
    region: environment.region,
    endpoint: environment.awsEndpoint,
    credentials: { accessKeyId: "LOCALADMIN", secretAccessKey: "local" },
  });
  const UserPoolId = environment.userPoolId;
  let people = 0;
  const database = databaseOf(environment);

  /** Creates a person with an invitation in the inbox and a temporary password. */
  async function invite(group: string | undefined, { mailed = true } = {}): Promise<Person> {
    people += 1;
    const name = `Person ${people}`;
    const person = { email: `person${people}@staff.example`, password: `Temporary-${people}-Password` };
    const { User } = await cognito.send(
      new AdminCreateUserCommand({
        UserPoolId,
        Username: person.email,
        TemporaryPassword: person.password,
        DesiredDeliveryMediums: ["EMAIL"],
        ...(!mailed && { MessageAction: "SUPPRESS" as const }),
        UserAttributes: [
          { Name: "email", Value: person.email },
          { Name: "email_verified", Value: "true" },
          { Name: "name", Value: name },
        ],
      }),
    );
    if (group) {
      await cognito.send(
        new AdminAddUserToGroupCommand({ UserPoolId, Username: person.email, GroupName: group }),
      );
    }
    const { success, data: role } = Role.safeParse(group);
    const Item = {
      id: User?.Username,
      email: person.email,
      name,
      second_factor: false,
      ...(success && { role }),
      ...(mailed && { invited: true }),
    };
    await database.send(new PutCommand({ TableName: await tableNamed(database, "Staff"), Item }));
    return person;
  }

  /** Creates a person who can sign in at once. */
  async function createStaff(group: "admin" | "staff" | undefined): Promise<Person> {
    const { email } = await invite(group, { mailed: false });
    const person = { email, password: `Lasting-${people}-Password` };
    await cognito.send(
      new AdminSetUserPasswordCommand({
        UserPoolId,
        Username: email,
        Password: person.password,
        Permanent: true,
      }),
    );
    return person;
  }

  /**
   * Calls a route without the edge and without HTTP, as the owner of the token. A string `body` is sent as it is, to
   * test malformed JSON. `lambdas/platform/http/edge.test.ts` calls every route once through HTTP.
   */
  async function call<K extends RouteKey>(key: K, input: Loose = {}, token?: string): Promise<Answer<K>> {
    const { params = {}, query = {}, headers, body, sourceIp = "127.0.0.1" } = input;
    const [method, template] = key.split(" ") as [string, string];
    const path = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
    const response = await environment.request({
      method,
      url: `${path}?${new URLSearchParams(query)}`,
      headers: {
        ...headers,
        ...(token && { authorization: `Bearer ${token}` }),
        "content-type": "application/json",
      },
      body: Buffer.from(body === undefined ? "" : typeof body === "string" ? body : JSON.stringify(body)),
      sourceIp,
    });
    const isText = response.headers["content-type"]?.startsWith("text/");
    const answered = isText ? String(response.body) : JSON.parse(String(response.body));
    const answer = declaredAnswer(key, response.status, answered);
    return {
      status: response.status,
      body: answer as Answer<K>["body"],
      headers: new Headers(response.headers),
    };
  }

  return {
    ...environment,
    cognitoAdmin: cognito,
    invite,
    createStaff,
    call,
    /** Signs a person in and returns their tokens. */
    async signIn({ email }: Person) {
      const { AccessToken, IdToken, RefreshToken } = await environment.signIn(email);
      return { access: AccessToken, id: IdToken, refresh: RefreshToken };
    },
    /** `call` with this token. */
    callerFor:
      (token: string) =>
      <K extends RouteKey>(key: K, input: Loose = {}) =>
        call(key, input, token),
    inbox: async (): Promise<Mail[]> => environment.emails(),
    stop: release,
  };
}

/** Untyped, so that tests can send invalid requests. */
export type Loose = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: unknown;
  sourceIp?: string;
};

export type { Email as Mail } from "aws-local";

export type Product = Awaited<ReturnType<typeof startProduct>>;
