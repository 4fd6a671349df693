import policy from "./stack-policy.json" with { type: "json" };

/** The policy with which CloudFormation refuses to replace or remove what keeps state, but for these logical ids. */
export function stackPolicy(lose: string[]): string {
  const NotResource = lose.map((id) => `LogicalResourceId/${id}`);
  const Statement = policy.Statement.map(({ Resource, ...statement }) =>
    statement.Effect === "Deny" && lose.length > 0
      ? { ...statement, NotResource }
      : { ...statement, Resource },
  );
  return JSON.stringify({ Statement });
}
