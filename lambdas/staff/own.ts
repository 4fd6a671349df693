import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { changed, staffSubject } from "../activity/store.ts";
import { everybody } from "../admission.ts";
import { database, transact } from "../database.ts";
import { Conflict } from "../errors.ts";
import type { Occasion } from "../occasion.ts";
import { updateIf } from "../update-if.ts";
import { alone, pool, rows } from "./here.ts";
import { known } from "./members.ts";
import { signOut } from "./pool.ts";
import { changing, endTokens } from "./rows.ts";
import * as store from "./store.ts";

/** Whether everybody has to have a second factor. */
export async function isDemanded(): Promise<boolean> {
  const place = store.placeOf(everybody);
  const { Item } = await database.send(new GetCommand({ ...place, ConsistentRead: true }));
  return Item?.second_factor === true;
}

/** @throws Conflict when whoever demands it has none: they would be the first to be kept out */
export const demand = (second_factor_demanded: boolean, caller: string, occasion: Occasion) =>
  alone(async () => {
    const answer = { second_factor_demanded };
    if (second_factor_demanded && !(await prove(caller)).second_factor)
      throw new Conflict("Set up your own second factor first, in the settings. Then ask it of everybody.");
    const before = { second_factor_demanded: await isDemanded() };
    const record = changed(
      "staff-changed",
      { subject: staffSubject, member: "Everybody" },
      before,
      answer,
      occasion,
    );
    if (record.length > 0)
      await transact([
        changing(rows(), everybody, { set: { second_factor: second_factor_demanded } }),
        ...record,
      ]);
    return answer;
  });

/** Looks whether somebody has a second factor, and notes when they have. */
export async function prove(id: string): Promise<{ second_factor: boolean }> {
  const { second_factor } = await known(id);
  const proven_at = Math.floor(Date.now() / 1_000);
  if (second_factor) await updateIf(store.placeOf(id), { set: { proven_at } });
  return { second_factor };
}

/** Ends all of somebody's sessions: their refresh tokens at once, what they hold besides within seconds. */
export async function signOutEverywhere(id: string): Promise<Record<string, never>> {
  await signOut(pool(), id);
  await endTokens(rows(), id, false);
  return {};
}
