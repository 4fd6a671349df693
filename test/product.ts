import {
  AdminAddUserToGroupCommand,
  AdminCreateUserCommand,
  AdminSetUserPasswordCommand,
  CognitoIdentityProviderClient,
} from "@aws-sdk/client-cognito-identity-provider";
import type { EnvironmentOptions, Email as Mail } from "aws-local";
import type { AllRoutes } from "../shared/api.ts";
import type { AnswerOf } from "../shared/route.ts";
import { declaredAnswer } from "./declared-answer.ts";
import { lendEnvironment } from "./lent-environment.ts";
import { signInTo } from "./sign-in.ts";

export type Person = { email: string; password: string };
type RouteKey = keyof AllRoutes & string;

/** A refusal has `error` (from a function) or `message` (from what stands before it) instead of the answer. */
type Answer<K extends RouteKey> = {
  status: number;
  body: AnswerOf<AllRoutes[K]> & { error?: string; requestId?: string; message?: string };
  headers: Headers;
};

/** The business's day in a test that does not say another. */
export const today = "2026-12-24";

/** A change of the template that several files make, by a name: they share a product, as those do that change nothing. */
type Variant = { name: string; template: NonNullable<EnvironmentOptions["template"]> };

/**
 * The whole synthesized product, running for one test file: empty tables, free ports, its own clock. Files without
 * options of their own are handed the same one in turn, emptied.
 */
export async function startProduct(options: Partial<EnvironmentOptions> = {}, variant?: Variant) {
  const ownWishes = Object.keys(options).length > 0;
  const { environment, giveBack } = await lendEnvironment(
    {
      assembly: process.env.CLOUD_ASSEMBLY ?? "cdk.out",
      now: `${today}T09:00`,
      ...(variant && { template: variant.template }),
      ...options,
    },
    ownWishes ? undefined : (variant?.name ?? "as deployed"),
  );
  const cognito = new CognitoIdentityProviderClient({
    region: environment.region,
    endpoint: environment.awsEndpoint,
    credentials: { accessKeyId: "LOCALADMIN", secretAccessKey: "local" },
  });
  const UserPoolId = environment.userPoolId;
  let people = 0;

  /** Somebody with an invitation in the inbox, whose temporary password has to be changed. */
  async function invite(group: string | undefined): Promise<Person> {
    people += 1;
    const person = { email: `person${people}@staff.example`, password: `Temporary-${people}-Password` };
    await cognito.send(
      new AdminCreateUserCommand({
        UserPoolId,
        Username: person.email,
        TemporaryPassword: person.password,
        DesiredDeliveryMediums: ["EMAIL"],
        UserAttributes: [
          { Name: "email", Value: person.email },
          { Name: "email_verified", Value: "true" },
          { Name: "name", Value: `Person ${people}` },
        ],
      }),
    );
    if (group) {
      await cognito.send(
        new AdminAddUserToGroupCommand({ UserPoolId, Username: person.email, GroupName: group }),
      );
    }
    return person;
  }

  /** Somebody who can sign in at once. */
  async function employ(group: "admin" | "staff" | undefined): Promise<Person> {
    const { email } = await invite(group);
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

  /** Calls a route as whoever the token belongs to; `body` may be raw text, to send what is no JSON. */
  async function call<K extends RouteKey>(key: K, input: Loose = {}, token?: string): Promise<Answer<K>> {
    const { params = {}, query = {}, headers, body } = input;
    const [method, template] = key.split(" ") as [string, string];
    const path = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
    const response = await fetch(`${environment.site}${path}?${new URLSearchParams(query)}`, {
      method,
      headers: {
        ...headers,
        ...(token && { authorization: `Bearer ${token}` }),
        "content-type": "application/json",
      },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const isText = response.headers.get("content-type")?.startsWith("text/calendar");
    const answer = declaredAnswer(key, response.status, await (isText ? response.text() : response.json()));
    return { status: response.status, body: answer as Answer<K>["body"], headers: response.headers };
  }

  return {
    ...environment,
    cognitoAdmin: cognito,
    invite,
    employ,
    call,
    /** Signs a person in and gives their tokens. */
    signIn: (person: Person) => signInTo(environment, person),
    /** The same as `call`, with the token already given. */
    callerFor:
      (token: string) =>
      <K extends RouteKey>(key: K, input: Loose = {}) =>
        call(key, input, token),
    inbox: async (): Promise<Mail[]> => (await fetch(`${environment.mail}/messages`)).json(),
    stop: giveBack,
  };
}

/** What a test may send: also what the types would not let pass. */
export type Loose = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: unknown;
};

export type { Email as Mail } from "aws-local";

export type Product = Awaited<ReturnType<typeof startProduct>>;
