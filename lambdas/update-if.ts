import type { UpdateCommandInput } from "@aws-sdk/lib-dynamodb";
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { conditionFailed, database } from "./database.ts";

type Change = {
  /** Attributes and their new values; what is undefined is left as it is. */
  set: Record<string, unknown>;
  remove?: string[];
  /** Names an attribute as `#name` and a value as `:name`. */
  onlyIf?: string;
  values?: Record<string, unknown>;
};
type Place = Pick<UpdateCommandInput, "TableName" | "Key" | "ReturnValuesOnConditionCheckFailure">;

/** The words of an update; every attribute goes by `#name`, as many common words are reserved. */
export function update(place: Place, { set, remove = [], onlyIf, values = {} }: Change): UpdateCommand {
  const facts = Object.entries(set).filter(([, value]) => value !== undefined);
  const asked = onlyIf?.match(/(?<=#)\w+/g) ?? [];
  const names = [...facts.map(([name]) => name), ...remove, ...asked];
  return new UpdateCommand({
    ...place,
    UpdateExpression: [
      `SET ${facts.map(([name]) => `#${name} = :new_${name}`).join(", ")}`,
      ...(remove.length > 0 ? [`REMOVE ${remove.map((name) => `#${name}`).join(", ")}`] : []),
    ].join(" "),
    ...(onlyIf && { ConditionExpression: onlyIf }),
    ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
    ExpressionAttributeValues: {
      ...Object.fromEntries(facts.map(([name, value]) => [`:new_${name}`, value])),
      ...Object.fromEntries(Object.entries(values).map(([name, value]) => [`:${name}`, value])),
    },
  });
}

/** Makes an update; false when its condition did not hold. */
export async function made(command: UpdateCommand): Promise<boolean> {
  try {
    await database.send(command);
    return true;
  } catch (error) {
    if (conditionFailed(error)) return false;
    throw error;
  }
}
