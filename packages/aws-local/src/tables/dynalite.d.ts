// dynalite ships no types. Declared here is only what the tables use of it: its checks of a request, its
// actions and its key arithmetic. Its own storage is not used; see table-data.ts.

declare module "dynalite/db/index.js" {
  /** One attribute's value as it travels: `{ S: "…" }`, `{ N: "1" }`. */
  export type AttributeValue = Record<string, unknown>;
  export type Item = Record<string, AttributeValue>;
  export type KeySchema = { AttributeName: string; KeyType: string }[];
  export type AttributeDefinitions = { AttributeName: string; AttributeType: string }[];
  export type Index = {
    IndexName: string;
    KeySchema: KeySchema;
    Projection: { ProjectionType?: string; NonKeyAttributes?: string[] };
  };
  export type Table = {
    TableName: string;
    TableStatus: string;
    KeySchema: KeySchema;
    AttributeDefinitions: AttributeDefinitions;
    GlobalSecondaryIndexes?: Index[];
    LocalSecondaryIndexes?: Index[];
  };

  export type Callback<Value> = (error: Error | null, value?: Value) => void;
  /** Bounds are whole keys; a `limit` of -1 is none. */
  export type Range = {
    gte?: string;
    gt?: string;
    lt?: string;
    lte?: string;
    reverse?: boolean;
    limit?: number;
  };
  export type Entries = {
    lock(key: string, run: (release: <Done>(done: Done) => Done) => void): void;
    get(key: string, done: Callback<Item>): void;
    put(key: string, item: Item, done: Callback<void>): void;
    del(key: string, done: Callback<void>): void;
    createValueStream(range: Range): import("node:stream").Readable;
  };
  /** What an action needs of the storage. */
  export type Store = {
    options: { maxItemSize: number };
    getTable(name: string, checkStatus: boolean | Callback<Table>, done?: Callback<Table>): void;
    getItemDb(table: string): Partial<Entries>;
    getIndexDb(kind: string, table: string, index: string): Partial<Entries>;
  };

  export type Invalid = (Error & { body: { message: string } }) | null | undefined;
  export function validateKey(key: Item, table: Table): Invalid;
  export function validateItem(item: Item, table: Table): Invalid;
  export function createKey(item: Item, table: Table, keySchema?: KeySchema): string;
  export function createIndexKey(item: Item, table: Table, keySchema: KeySchema): string;
  /** The value at a document path such as `["address", "lines", 0]`. */
  export function mapPath(path: unknown[], item: Item): AttributeValue | null | undefined;
  /** Bytes, as DynamoDB counts them against its limits and units. */
  export function itemSize(item: Item): number;
}

declare module "dynalite/validations/index.js" {
  import type { Store } from "dynalite/db/index.js";
  export type Input = Record<string, unknown>;
  /** Copies the fields the operation knows; takes the others out of `input` itself. */
  export function checkTypes(input: Input, types: object): Input;
  export function checkValidations(input: Input, types: object, custom: unknown, store: Store): void;
}

declare module "dynalite/validations/*" {
  export const types: object;
  export const custom: unknown;
}

declare module "dynalite/actions/*" {
  import type { Callback, Store } from "dynalite/db/index.js";

  type Output = Record<string, unknown>;
  export default function act(store: Store, input: Record<string, unknown>, done: Callback<Output>): void;
}
