import type { UpdateCommandInput } from "@aws-sdk/lib-dynamodb";
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { conditionFailed, database } from "./database.ts";

export type Change = {
  /** Attributes and their new values; what is undefined is left as it is. */
  set?: Record<string, unknown>;
  /** Attributes and what is added to them; a missing one counts as 0. */
  add?: Record<string, number>;
  remove?: string[];
  /** A condition expression, which names an attribute as `#name` and a value as `:name`. */
  onlyIf?: string;
  values?: Record<string, unknown>;
};
export type Place = Pick<UpdateCommandInput, "TableName" | "Key" | "ReturnValuesOnConditionCheckFailure">;

/** An update of an item; every attribute goes by `#name`, as many common words are reserved. */
export function updateCommand(
  place: Place,
  { set = {}, add = {}, remove = [], onlyIf, values = {} }: Change,
): UpdateCommand {
  const facts = Object.entries(set).filter(([, value]) => value !== undefined);
  const sums = Object.entries(add);
  const asked = onlyIf?.match(/(?<=#)\w+/g) ?? [];
  const names = [...[...facts, ...sums].map(([name]) => name), ...remove, ...asked];
  const clause = (verb: string, parts: string[]) => (parts.length > 0 ? [`${verb} ${parts.join(", ")}`] : []);
  const written = {
    ...Object.fromEntries(facts.map(([name, value]) => [`:new_${name}`, value])),
    ...Object.fromEntries(sums.map(([name, value]) => [`:add_${name}`, value])),
    ...Object.fromEntries(Object.entries(values).map(([name, value]) => [`:${name}`, value])),
  };
  return new UpdateCommand({
    ...place,
    UpdateExpression: [
      ...clause(
        "SET",
        facts.map(([name]) => `#${name} = :new_${name}`),
      ),
      ...clause(
        "ADD",
        sums.map(([name]) => `#${name} :add_${name}`),
      ),
      ...clause(
        "REMOVE",
        remove.map((name) => `#${name}`),
      ),
    ].join(" "),
    ...(onlyIf && { ConditionExpression: onlyIf }),
    ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
    ...(Object.keys(written).length > 0 && { ExpressionAttributeValues: written }),
  });
}

/** Updates an item; false, and nothing changed, when the condition did not hold. */
export async function updateIf(place: Place, change: Change): Promise<boolean> {
  try {
    await database.send(updateCommand(place, change));
    return true;
  } catch (error) {
    if (conditionFailed(error)) return false;
    throw error;
  }
}
