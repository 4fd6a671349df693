/** What a person does with their own account, by an access token. */
import * as z from "zod";
import { AttributeList, attributeList, changed, ownAttributes } from "./attributes.ts";
import { mfaSettings } from "./mfa.ts";
import { findClient, operation, revokeSignIns, saveUser } from "./pool.ts";
import { refreshTokens, revokeToken, verifyAccessToken } from "./tokens.ts";

const AccessToken = z.string();

export const getUser = operation(z.object({ AccessToken }), async (pool, input) => {
  const { user, client } = await verifyAccessToken(pool, input.AccessToken);
  const readable = client.readable && ["sub", ...client.readable];
  return { Username: user.username, UserAttributes: attributeList(user, readable), ...mfaSettings(user) };
});

export const updateUserAttributes = operation(
  z.object({ AccessToken, UserAttributes: AttributeList }),
  async (pool, input) => {
    const { user, client } = await verifyAccessToken(pool, input.AccessToken);
    const changes = ownAttributes(client, input.UserAttributes);
    saveUser(pool, user, { attributes: changed(user.attributes, changes) });
    return { CodeDeliveryDetailsList: [] };
  },
);

export const globalSignOut = operation(z.object({ AccessToken }), async (pool, input) => {
  const { user } = await verifyAccessToken(pool, input.AccessToken);
  revokeSignIns(pool, user);
  return {};
});

export const getTokensFromRefreshToken = operation(
  z.object({ ClientId: z.string(), RefreshToken: z.string() }),
  async (pool, { ClientId, RefreshToken }) => ({
    AuthenticationResult: await refreshTokens(pool, findClient(pool, ClientId), RefreshToken),
  }),
);

export const revoke = operation(z.object({ ClientId: z.string(), Token: z.string() }), (pool, input) => {
  revokeToken(pool, findClient(pool, input.ClientId), input.Token);
  return {};
});
