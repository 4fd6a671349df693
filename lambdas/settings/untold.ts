import * as z from "zod/mini";
import { Day } from "../../shared/day.ts";
import { SettingsNews } from "../../shared/settings.ts";
import { Instant, Version } from "../../shared/text.ts";
import { table } from "../database.ts";
import type { Author, Occasion } from "../occasion.ts";
import { updateIf } from "../update-if.ts";

/** A change that those it concerns are still to be told of. */
export const Untold = z.object({
  version: Version,
  /** Of what it is the version; absent of the company's profile. */
  item: z.optional(z.literal("emails")),
  changes: z.array(SettingsNews),
  by: z.string(),
  at: Instant,
  day: Day,
});
export type Untold = z.output<typeof Untold>;

export const untoldBy = ({ author, now, today }: Occasion) => ({
  by: fullName(author),
  at: now,
  day: today,
});

const fullName = ({ called, email }: Author) => (called === email ? email : `${called} (${email})`);

/** All changes up to a version are told. Where somebody has saved since, theirs are told with it, once more. */
export const forget = (name: "company" | "emails", version: number): Promise<boolean> =>
  updateIf(
    { TableName: table("settings"), Key: { name } },
    { set: { untold: [] }, onlyIf: "#version = :version", values: { version } },
  );
