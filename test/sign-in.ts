type Pool = { userPoolClientId: string };
type Tokens = { access: string; id: string; refresh: string };

/** The local storage of a signed-in person, under the names that Amplify uses. */
export function storedSession({ userPoolClientId }: Pool, { access, id, refresh }: Tokens) {
  const { username }: { username: string } = JSON.parse(
    Buffer.from(access.split(".")[1] ?? "", "base64url").toString(),
  );
  const prefix = `CognitoIdentityServiceProvider.${userPoolClientId}`;
  const entries = {
    LastAuthUser: username,
    [`${username}.accessToken`]: access,
    [`${username}.idToken`]: id,
    [`${username}.refreshToken`]: refresh,
  };
  return Object.entries(entries).map(([name, value]) => ({ name: `${prefix}.${name}`, value }));
}
