/** The template's user pool, with its clients and groups. */
import { REGION } from "../template/resource-names.ts";
import type { Template } from "../template/template.ts";
import { openUserPool, type UserPoolSettings } from "./server.ts";

type Given = Pick<UserPoolSettings, "directory" | "port" | "sendEmail" | "trigger">;

export async function openUserService(template: Template, given: Given) {
  type Properties = Record<string, unknown>;
  const [pool, ...others] = template.all<Properties>("AWS::Cognito::UserPool");
  if (!pool || others.length > 0) throw new Error("The template must have exactly one user pool.");
  const poolId = template.resolve({ Ref: pool.id }) as string;
  const clients = template
    .all<Properties>("AWS::Cognito::UserPoolClient")
    .map(({ id, properties }) => ({ id: template.resolve({ Ref: id }) as string, props: properties }));
  const groups = template
    .all<{ GroupName: string; Precedence?: number }>("AWS::Cognito::UserPoolGroup")
    .map(({ properties: { GroupName, Precedence } }) => ({
      name: GroupName,
      ...(Precedence !== undefined && { precedence: Number(Precedence) }),
    }))
    .sort((a, b) => (a.precedence ?? Number.MAX_VALUE) - (b.precedence ?? Number.MAX_VALUE));
  const users = await openUserPool({
    region: REGION,
    poolId,
    pool: pool.properties,
    clients,
    groups,
    ...given,
  });
  return { ...users, poolId, clientId: clients[0]?.id ?? "", groups };
}
