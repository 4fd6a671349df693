import type { UpdateCommandInput } from "@aws-sdk/lib-dynamodb";
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { afterTransactions, database, isWritten, type TransactItem } from "./database.ts";

export type Change = {
  /** New values of attributes. Those that are undefined stay as they are. */
  set?: Record<string, unknown>;
  /** Numbers to add to attributes, or members to add to sets. A missing attribute counts as 0 or empty. */
  add?: Record<string, number | Set<string>>;
  remove?: string[];
  /** A condition expression, with `#name` for an attribute and `:name` for a value. */
  onlyIf?: string;
  values?: Record<string, unknown>;
};
export type Place = Pick<UpdateCommandInput, "TableName" | "Key" | "ReturnValuesOnConditionCheckFailure">;

/** The part of a condition that an attribute is as it was read. */
export const isAsRead = (name: string, value: unknown): string =>
  value === undefined ? `attribute_not_exists(#${name})` : `#${name} = :${name}`;

/** An update of an item. Every attribute has a placeholder, because many common words are reserved. */
export function updateCommand(
  place: Place,
  { set = {}, add = {}, remove = [], onlyIf, values = {} }: Change,
): UpdateCommand {
  const assignments = Object.entries(set).filter(([, value]) => value !== undefined);
  const sums = Object.entries(add);
  const inCondition = onlyIf?.match(/(?<=#)\w+/g) ?? [];
  const names = [...[...assignments, ...sums].map(([name]) => name), ...remove, ...inCondition];
  const clause = (verb: string, parts: string[]) => (parts.length > 0 ? [`${verb} ${parts.join(", ")}`] : []);
  const expressionValues = {
    ...Object.fromEntries(assignments.map(([name, value]) => [`:new_${name}`, value])),
    ...Object.fromEntries(sums.map(([name, value]) => [`:add_${name}`, value])),
    ...Object.fromEntries(Object.entries(values).map(([name, value]) => [`:${name}`, value])),
  };
  return new UpdateCommand({
    ...place,
    UpdateExpression: [
      ...clause(
        "SET",
        assignments.map(([name]) => `#${name} = :new_${name}`),
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
    ...(Object.keys(expressionValues).length > 0 && { ExpressionAttributeValues: expressionValues }),
  });
}

/** The same as an item of a transaction. */
export function updateItem(place: Place, change: Change): TransactItem {
  const { input } = updateCommand(place, change);
  return { Update: { ...input, UpdateExpression: input.UpdateExpression ?? "" } };
}

/** Updates an item. Returns false, and changes nothing, when the condition does not hold. */
export const updateIf = (place: Place, change: Change, abortSignal?: AbortSignal): Promise<boolean> =>
  isWritten(
    afterTransactions(() => database.send(updateCommand(place, change), abortSignal && { abortSignal })),
  );
