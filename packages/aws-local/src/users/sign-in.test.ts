import {
  confirmSignIn,
  fetchAuthSession,
  fetchUserAttributes,
  getCurrentUser,
  signIn,
  signOut,
} from "aws-amplify/auth";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CLIENT_ID, OTHER_CLIENT_ID, openPoolUnderTest, POOL_ID } from "../../test/pool-under-test.ts";

const ANN = "ann@example.com";
const PASSWORD = "Correct-Horse-1";

let pool: Awaited<ReturnType<typeof openPoolUnderTest>>;

beforeEach(async () => {
  pool = await openPoolUnderTest();
});

afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  await signOut();
  await pool.close();
});

const invite = (email: string) =>
  pool.admin("AdminCreateUser", {
    Username: email,
    DesiredDeliveryMediums: ["EMAIL"],
    UserAttributes: [{ Name: "email_verified", Value: "true" }],
  });

/** Changes Amplify's responses to the PASSWORD_VERIFIER challenge before they are sent. */
function interceptProof(change: (body: Record<string, unknown>) => unknown) {
  const original = globalThis.fetch;
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const body = typeof init?.body === "string" ? JSON.parse(init.body) : {};
    if (body.ChallengeName !== "PASSWORD_VERIFIER") return original(input, init);
    await change(body);
    return original(input, { ...init, body: JSON.stringify(body) });
  });
}

/** Records the responses to Amplify, such as its session. */
function recordResponses() {
  const responses: Record<string, unknown>[] = [];
  const original = globalThis.fetch;
  vi.spyOn(globalThis, "fetch").mockImplementation(async (...args) => {
    const response = await original(...args);
    responses.push((await response.clone().json()) as Record<string, unknown>);
    return response;
  });
  return responses;
}

test("an invited user signs in with the emailed password and chooses their own", async () => {
  await invite(ANN);
  expect(pool.inbox).toMatchObject([{ to: ANN, subject: "Welcome" }]);
  expect(pool.inbox[0]?.text).toContain(`Sign in as ${ANN}`);

  const first = await signIn({ username: ANN, password: pool.emailedSecret() });
  expect(first.nextStep.signInStep).toBe("CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED");
  await expect(confirmSignIn({ challengeResponse: "short" })).rejects.toMatchObject({
    name: "InvalidPasswordException",
    message: "Password did not conform with policy: Password not long enough",
  });
  expect((await confirmSignIn({ challengeResponse: PASSWORD })).isSignedIn).toBe(true);
  expect((await getCurrentUser()).username).toMatch(/^[0-9a-f-]{36}$/);
  expect(await fetchUserAttributes()).toMatchObject({ email: ANN, email_verified: "true" });

  await signOut();
  expect((await signIn({ username: ANN, password: PASSWORD })).isSignedIn).toBe(true);
});

test("a temporary password expires", async () => {
  await invite(ANN);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 7 * 86_400_000 });
  await expect(signIn({ username: ANN, password: pool.emailedSecret() })).rejects.toMatchObject({
    name: "NotAuthorizedException",
    message: "Temporary password has expired and must be reset by an administrator.",
  });
});

test("signing in ignores the address's case, but does not trim it", async () => {
  await pool.createUser("Ann@Example.com", PASSWORD);
  expect((await signIn({ username: ANN.toUpperCase(), password: PASSWORD })).isSignedIn).toBe(true);
  await signOut();
  await expect(signIn({ username: ` ${ANN}`, password: PASSWORD })).rejects.toMatchObject({
    message: "Incorrect username or password.",
  });
});

test("an unknown user and a wrong password get the same error", async () => {
  await pool.createUser(ANN, PASSWORD);
  const responses = recordResponses();
  const nobody = "nobody@example.com";
  for (const username of [ANN, nobody]) {
    await expect(signIn({ username, password: "Wrong-Password-1" })).rejects.toMatchObject({
      name: "NotAuthorizedException",
      message: "Incorrect username or password.",
    });
  }
  const [knownUser, unknownUser] = responses
    .filter(({ ChallengeName }) => ChallengeName === "PASSWORD_VERIFIER")
    .map(({ ChallengeParameters }) => ChallengeParameters as Record<string, string>);
  expect(Object.keys(unknownUser ?? {}).sort()).toEqual(Object.keys(knownUser ?? {}).sort());
  expect(unknownUser?.USER_ID_FOR_SRP).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  );
  expect(unknownUser?.SALT).toHaveLength(knownUser?.SALT?.length ?? 0);
});

test("a disabled user can neither sign in, nor refresh, nor use existing tokens", async () => {
  await pool.createUser(ANN, PASSWORD);
  await signIn({ username: ANN, password: PASSWORD });
  const AccessToken = (await fetchAuthSession()).tokens?.accessToken.toString();
  await pool.admin("AdminDisableUser", { Username: ANN });

  expect((await fetchAuthSession({ forceRefresh: true })).tokens).toBeUndefined();
  await expect(signIn({ username: ANN, password: PASSWORD })).rejects.toThrow("User is disabled.");
  await pool.admin("AdminEnableUser", { Username: ANN });
  expect((await pool.post("GetUser", { AccessToken })).body).toMatchObject({
    __type: "NotAuthorizedException",
    message: "Access Token has been revoked",
  });
  expect((await signIn({ username: ANN, password: PASSWORD })).isSignedIn).toBe(true);
});

test("a challenge session is refused for another user, challenge or client, and for a second use", async () => {
  await invite(ANN);
  const temporary = pool.emailedSecret();
  await pool.createUser("bob@example.com", PASSWORD);
  const responses = recordResponses();
  await signIn({ username: ANN, password: temporary });
  const Session = responses.find(({ ChallengeName }) => ChallengeName === "NEW_PASSWORD_REQUIRED")?.Session;
  const respond = (change: Record<string, unknown>, USERNAME = ANN) =>
    pool.post("RespondToAuthChallenge", {
      ClientId: CLIENT_ID,
      ChallengeName: "NEW_PASSWORD_REQUIRED",
      ChallengeResponses: { USERNAME, NEW_PASSWORD: "Another-Pass-99", SOFTWARE_TOKEN_MFA_CODE: "000000" },
      Session,
      ...change,
    });
  const refused = { __type: "NotAuthorizedException", message: "Invalid session for the user." };

  expect((await respond({}, "bob@example.com")).body).toEqual(refused);
  expect((await respond({ ChallengeName: "SOFTWARE_TOKEN_MFA" })).body).toEqual(refused);
  expect((await respond({ Session: "x".repeat(88) })).body).toEqual(refused);
  expect((await respond({ ClientId: OTHER_CLIENT_ID })).body).toEqual(refused);
  expect((await respond({})).status).toBe(200);
  expect((await respond({})).body.message).toBe(
    "Invalid session for the user, session can only be used once.",
  );
});

test("a password proof works once, and only for its client, user and the current password", async () => {
  await pool.createUser(ANN, PASSWORD);
  await pool.createUser("bob@example.com", PASSWORD);
  const signInAsAnn = () => signIn({ username: ANN, password: PASSWORD });
  const invalid = "Invalid session for the user.";

  let sent: Record<string, unknown> = {};
  interceptProof((body) => {
    sent = body;
  });
  expect((await signInAsAnn()).isSignedIn).toBe(true);
  await signOut();
  vi.restoreAllMocks();
  const repeated = await pool.post("RespondToAuthChallenge", sent);
  expect(repeated.body.message).toBe("Invalid session for the user, session can only be used once.");

  interceptProof((body) => Object.assign(body, { ClientId: OTHER_CLIENT_ID }));
  await expect(signInAsAnn()).rejects.toThrow(invalid);
  vi.restoreAllMocks();
  interceptProof((body) => Object.assign(body.ChallengeResponses as object, { USERNAME: "bob@example.com" }));
  await expect(signInAsAnn()).rejects.toThrow(invalid);
  vi.restoreAllMocks();
  interceptProof((body) => Object.assign(body.ChallengeResponses as object, { TIMESTAMP: "now" }));
  await expect(signInAsAnn()).rejects.toThrow("Incorrect username or password.");
  vi.restoreAllMocks();
  interceptProof(() =>
    pool.admin("AdminSetUserPassword", { Username: ANN, Password: "Better-Horse-22", Permanent: true }),
  );
  await expect(signInAsAnn()).rejects.toThrow("Incorrect username or password.");
});

test("a challenge session expires after three minutes", async () => {
  await invite(ANN);
  await signIn({ username: ANN, password: pool.emailedSecret() });
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 180_000 });
  await expect(confirmSignIn({ challengeResponse: PASSWORD })).rejects.toMatchObject({
    name: "NotAuthorizedException",
    message: "Invalid session for the user, session is expired.",
  });
});

test("only the client's auth flows are allowed", async () => {
  await pool.createUser(ANN, PASSWORD);
  const input = {
    username: ANN,
    password: PASSWORD,
    options: { authFlowType: "USER_PASSWORD_AUTH" },
  } as const;
  await expect(signIn(input)).rejects.toMatchObject({ name: "InvalidParameterException" });
});

test("admin operations are refused over HTTP, and unknown operations are errors", async () => {
  const { body } = await pool.post("AdminCreateUser", { UserPoolId: POOL_ID, Username: ANN });
  expect(body.__type).toBe("MissingAuthenticationTokenException");
  expect((await pool.post("constructor", {})).body.__type).toBe("UnknownOperationException");
  await expect(pool.call("toString", {})).rejects.toMatchObject({ code: "UnknownOperationException" });
});

test("CORS preflight requests are accepted", async () => {
  const response = await fetch(pool.url, {
    method: "OPTIONS",
    headers: {
      origin: "http://localhost:5173",
      "access-control-request-method": "POST",
      "access-control-request-headers": "cache-control,content-type,x-amz-target,x-amz-user-agent",
    },
  });
  expect(response.status).toBe(204);
  expect(response.headers.get("access-control-allow-origin")).toBe("*");
  expect(response.headers.get("access-control-allow-headers")).toContain("x-amz-target");
});
