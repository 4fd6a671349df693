import * as z from "zod/mini";
import { StatementLayout } from "../billing/statement-file/layout.ts";
import { Id } from "../text.ts";

/** How somebody read a statement. `id` is that of all statements with the same columns. */
export const StoredLayout = z.strictObject({ id: Id, layout: StatementLayout });
export type StoredLayout = z.output<typeof StoredLayout>;
