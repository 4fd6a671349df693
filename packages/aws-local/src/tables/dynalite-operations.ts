import batchGetItem from "dynalite/actions/batchGetItem.js";
import deleteItem from "dynalite/actions/deleteItem.js";
import getItem from "dynalite/actions/getItem.js";
import putItem from "dynalite/actions/putItem.js";
import query from "dynalite/actions/query.js";
import scan from "dynalite/actions/scan.js";
import updateItem from "dynalite/actions/updateItem.js";
import type { Item, Store } from "dynalite/db/index.js";
import * as batchGetItemRules from "dynalite/validations/batchGetItem.js";
import * as batchWriteItemRules from "dynalite/validations/batchWriteItem.js";
import * as createTableRules from "dynalite/validations/createTable.js";
import * as deleteItemRules from "dynalite/validations/deleteItem.js";
import * as getItemRules from "dynalite/validations/getItem.js";
import { checkTypes, checkValidations } from "dynalite/validations/index.js";
import * as listTablesRules from "dynalite/validations/listTables.js";
import * as putItemRules from "dynalite/validations/putItem.js";
import * as queryRules from "dynalite/validations/query.js";
import * as scanRules from "dynalite/validations/scan.js";
import * as updateItemRules from "dynalite/validations/updateItem.js";
import { AwsError } from "../aws-error.ts";

export type Input = Record<string, unknown>;
export type Output = Record<string, unknown>;

const rules = {
  BatchGetItem: batchGetItemRules,
  BatchWriteItem: batchWriteItemRules,
  CreateTable: createTableRules,
  DeleteItem: deleteItemRules,
  GetItem: getItemRules,
  ListTables: listTablesRules,
  PutItem: putItemRules,
  Query: queryRules,
  Scan: scanRules,
  UpdateItem: updateItemRules,
};

const actions = {
  BatchGetItem: batchGetItem,
  DeleteItem: deleteItem,
  GetItem: getItem,
  PutItem: putItem,
  Query: query,
  Scan: scan,
  UpdateItem: updateItem,
};

export const options = { maxItemSize: 400 * 1024 };

/** A request that passed DynamoDB's checks of types, limits and expressions; those that need the table come later. */
export type Prepared = Input & {
  TableName: string;
  Item?: Item;
  Key?: Item;
  ReturnConsumedCapacity?: string;
};

/** The operation's own copy of the request, its expressions parsed. Throws ValidationException. */
export function prepare(operation: keyof typeof rules, input: Input): Prepared {
  const { types, custom } = rules[operation];
  try {
    const checked = checkTypes(structuredClone(input), types);
    checkValidations(checked, types, custom, unusedStore);
    return checked as Prepared;
  } catch (error) {
    throw asAwsError(error);
  }
}

export function perform(operation: keyof typeof actions, store: Store, input: Prepared): Promise<Output> {
  return new Promise((resolve, reject) => {
    actions[operation](store, input, (error, output) =>
      error ? reject(asAwsError(error)) : resolve(output ?? {}),
    );
  });
}

export function validationError(message: string): AwsError {
  return new AwsError("ValidationException", message);
}

/** dynalite reports what DynamoDB would answer as an error with a `body`; anything else is a fault of ours. */
export function asAwsError(error: unknown): unknown {
  if (!(error instanceof Error && "body" in error)) return error;
  const { __type: type = "", message, Message = "" } = error.body as Record<string, string>;
  return new AwsError(type.slice(type.indexOf("#") + 1), message ?? Message);
}

/** Checks read the size limit and nothing else of a store. */
const unusedStore: Store = {
  options,
  getTable: () => undefined,
  getItemDb: () => ({}),
  getIndexDb: () => ({}),
};
