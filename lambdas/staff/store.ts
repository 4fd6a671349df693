import { createHash } from "node:crypto";
import { type Colleague, nameOf } from "../../shared/staff/staff.ts";
import { database, table } from "../platform/dynamo/database.ts";
import { allRows, isActive, type Row, rowOf } from "./rows.ts";

export { isActive, type Row };

export const digestOf = (secret: string): string => createHash("sha256").update(secret).digest("base64url");

const staffTable = () => ({ database, table: table("staff") });

export const get = (id: string): Promise<Row | undefined> => rowOf(staffTable(), id);

/** Everybody, sorted by name. */
export const all = async (): Promise<Row[]> =>
  (await allRows(staffTable())).sort((one, other) => nameOf(one).localeCompare(nameOf(other), "en"));

/** Everybody who can be given work. Who was invited again after the user pool was lost still has theirs. */
export const listColleagues = async (): Promise<Colleague[]> =>
  (await all())
    .filter((row) => isActive(row.former_ids ? { ...row, invited: false } : row))
    .map((row) => ({ id: row.id, name: nameOf(row), ...(row.former_ids && { former_ids: row.former_ids }) }));
