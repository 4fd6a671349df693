import * as cognito from "@aws-sdk/client-cognito-identity-provider";
import { confirmSignIn, signIn, signOut } from "aws-amplify/auth";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openPoolUnderTest, POOL_ID } from "../../test/pool-under-test.ts";
import { sdkEndpoint } from "../../test/sdk-endpoint.ts";

const ANN = "ann@example.com";
const PASSWORD = "Correct-Horse-1";
const user = { UserPoolId: POOL_ID, Username: ANN };

let pool: Awaited<ReturnType<typeof openPoolUnderTest>>;
let client: cognito.CognitoIdentityProviderClient;
const closing: (() => unknown)[] = [];

beforeEach(async () => {
  pool = await openPoolUnderTest();
  const endpoint = await sdkEndpoint((operation, input) => pool.call(operation, input));
  client = new cognito.CognitoIdentityProviderClient(endpoint.client);
  closing.push(client.destroy.bind(client), endpoint.close);
});

afterEach(async () => {
  await signOut();
  for (const close of closing.splice(0)) await close();
  await pool.close();
});

const invitation = { ...user, DesiredDeliveryMediums: [cognito.DeliveryMediumType.EMAIL] };
const create = (input: Partial<cognito.AdminCreateUserCommandInput> = {}) =>
  client.send(new cognito.AdminCreateUserCommand({ ...invitation, ...input }));
const get = () => client.send(new cognito.AdminGetUserCommand(user));

test("an invitation creates a user with a UUID as username and a password that meets the policy", async () => {
  const { User } = await create({ UserAttributes: [{ Name: "name", Value: "Ann <Lee>" }] });
  expect(User).toMatchObject({ Enabled: true, UserStatus: "FORCE_CHANGE_PASSWORD" });
  expect(User?.Username).toMatch(/^[0-9a-f-]{36}$/);
  expect(User?.UserCreateDate).toBeInstanceOf(Date);
  expect(User?.Attributes).toEqual([
    { Name: "sub", Value: User?.Username },
    { Name: "name", Value: "Ann <Lee>" },
    { Name: "email", Value: ANN },
  ]);
  expect(pool.inbox[0]?.html).toBe(`<p>Sign in as ${ANN}</p><p>with ${pool.emailedSecret()}</p>`);
  expect((await signIn({ username: ANN, password: pool.emailedSecret() })).nextStep.signInStep).toBe(
    "CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED",
  );
});

test("a repeated invitation replaces the password, and is refused once the user has chosen one", async () => {
  await create();
  const first = pool.emailedSecret();
  await create({ MessageAction: "RESEND" });
  expect(pool.inbox).toHaveLength(2);
  await expect(signIn({ username: ANN, password: first })).rejects.toThrow("Incorrect");
  await signIn({ username: ANN, password: pool.emailedSecret() });
  await confirmSignIn({ challengeResponse: PASSWORD });
  await expect(create({ MessageAction: "RESEND" })).rejects.toThrow(cognito.UnsupportedUserStateException);
});

test("an address is unique, ignoring case, and must be valid", async () => {
  await create();
  const creation = create({ Username: ANN.toUpperCase() });
  await expect(creation).rejects.toThrow(cognito.UsernameExistsException);
  await expect(create({ Username: "ann" })).rejects.toThrow("Username should be an email.");
  const nobody = create({ Username: "x@example.com", MessageAction: "RESEND" });
  await expect(nobody).rejects.toThrow(cognito.UserNotFoundException);
});

test("an invitation that would go by SMS, Cognito's default, is an error", async () => {
  const input = new cognito.AdminCreateUserCommand(user);
  await expect(client.send(input)).rejects.toThrow(cognito.InvalidParameterException);
  await expect(get()).rejects.toThrow(cognito.UserNotFoundException);
});

test("a temporary password must fit the policy, and the message can be suppressed", async () => {
  await expect(create({ TemporaryPassword: "weak" })).rejects.toThrow(cognito.InvalidPasswordException);
  await create({ TemporaryPassword: "Welcome-2026!", MessageAction: "SUPPRESS" });
  expect(pool.inbox).toEqual([]);
  expect((await signIn({ username: ANN, password: "Welcome-2026!" })).isSignedIn).toBe(false);
});

test("only the template's groups exist", async () => {
  await create();
  const add = (GroupName: string) =>
    client.send(new cognito.AdminAddUserToGroupCommand({ ...user, GroupName }));
  await expect(add("owners")).rejects.toThrow(cognito.ResourceNotFoundException);
  await add("member");
  await add("member");
  const groups = await client.send(new cognito.AdminListGroupsForUserCommand(user));
  expect(groups.Groups).toMatchObject([{ GroupName: "member", Precedence: 2 }]);
  const members = await client.send(
    new cognito.ListUsersInGroupCommand({ UserPoolId: POOL_ID, GroupName: "member" }),
  );
  expect(members.Users).toHaveLength(1);

  await client.send(new cognito.AdminRemoveUserFromGroupCommand({ ...user, GroupName: "member" }));
  expect((await client.send(new cognito.AdminListGroupsForUserCommand(user))).Groups).toEqual([]);
});

test("a password set by an administrator is permanent only with Permanent", async () => {
  await create();
  const set = (Permanent: boolean) =>
    client.send(new cognito.AdminSetUserPasswordCommand({ ...user, Password: PASSWORD, Permanent }));
  await set(true);
  expect((await get()).UserStatus).toBe("CONFIRMED");
  expect((await signIn({ username: ANN, password: PASSWORD })).isSignedIn).toBe(true);
  await signOut();
  await set(false);
  expect((await get()).UserStatus).toBe("FORCE_CHANGE_PASSWORD");
  expect((await signIn({ username: ANN, password: PASSWORD })).isSignedIn).toBe(false);
});

test("users are listed in pages; filters are not supported", async () => {
  for (const name of ["ann", "bob", "bea"]) await pool.createUser(`${name}@example.com`, PASSWORD);
  const list = (input: Partial<cognito.ListUsersCommandInput>) =>
    client.send(new cognito.ListUsersCommand({ UserPoolId: POOL_ID, ...input }));
  const first = await list({ Limit: 2 });
  expect(first.Users).toHaveLength(2);
  const rest = await list({ Limit: 2, PaginationToken: first.PaginationToken });
  expect(rest.Users).toHaveLength(1);
  expect(rest.PaginationToken).toBeUndefined();
  await expect(list({ Filter: 'email ^= "b"' })).rejects.toThrow(cognito.InvalidParameterException);
});
