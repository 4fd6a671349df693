import { type Duplicates, type Import, type ImportState, MAX_EMPTIED } from "../../shared/imports/import.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { Conflict, changedMeanwhile, notFound } from "../platform/http/refusals.ts";
import * as activity from "../stores/activity-store.ts";
import * as store from "../stores/import-store.ts";
import * as outbox from "../stores/outbox-store.ts";
import { partMissing } from "./preview-rows.ts";

type Choices = {
  duplicates: Duplicates;
  rows?: Record<string, Duplicates> | undefined;
  empty: readonly string[];
};

/** Starts an import, or continues one that failed. The activity has one entry for all its rows. */
export async function start(id: string, choices: Choices, context: ChangeContext): Promise<Import> {
  const about = await get(id);
  if (about.state === "running") return queueAgain(about, context);
  if (store.isIncomplete(about)) throw partMissing();
  const wasUndone = about.counts.undone + about.counts.left > 0;
  if (wasUndone || (about.state !== "preview" && about.state !== "failed")) throw wrongState(about.state);
  if (about.state === "failed") return change(about, { state: "running" }, context);
  const emptied = Object.keys(about.emptied).filter((field) => (about.emptied[field] ?? 0) > MAX_EMPTIED);
  return change(
    about,
    {
      state: "running",
      duplicates: choices.duplicates,
      choices: choices.rows,
      kept: emptied.filter((field) => !choices.empty.includes(field)),
      ...store.expiryOfDone(about.created_at),
    },
    context,
    "import-started",
  );
}

/**
 * Starts to undo an import, or tries again what was left. One that was never started has nothing to undo: only its texts are
 * removed.
 */
export async function startUndo(id: string, context: ChangeContext): Promise<Import> {
  const about = await get(id);
  if (about.state === "undone" && about.counts.left === 0) return store.importOnWire(about);
  if (about.state === "undoing") return queueAgain(about, context);
  if (about.state === "running")
    throw new Conflict("This import is still running. Wait until it is done, then undo it.");
  const isRecorded = about.state === "done" || about.state === "failed";
  const counts = { ...about.counts, done: 0, undone: 0, left: 0 };
  return change(
    about,
    { state: "undoing", counts, arriving: undefined },
    context,
    isRecorded ? "import-undone" : undefined,
  );
}

async function get(id: string): Promise<store.AboutRow> {
  const about = await store.getSeen(id);
  if (!about) throw notFound("import");
  return about;
}

const wrongState = (state: ImportState) =>
  new Conflict(
    state === "done"
      ? "This import is done already."
      : "This import was undone. To import the file again, create another import.",
  );

async function change(
  about: store.AboutRow,
  change: Partial<store.AboutRow>,
  context: ChangeContext,
  kind?: "import-started" | "import-undone",
): Promise<Import> {
  const { actor, now, screen } = context;
  const started = { started: { at: now, by: actor, screen } };
  const { id, name, counts } = about;
  const fields = { import_of: about.kind, file: name, rows: counts.rows };
  const record = kind && [
    activity.eventRecord(kind, { subject: activity.importsSubject, import_id: id }, context, {
      after: fields,
    }),
  ];
  const items = [store.replaceAbout(about, { ...change, ...started }), store.unlist(id), ...(record ?? [])];
  if (!(await outbox.tryTransactWith(items, [workOn(id, now)]))) throw changedMeanwhile("this import");
  return store.importOnWire({ ...about, ...change, ...started, version: about.version + 1 });
}

/** Queues the work once more, which does no harm. */
async function queueAgain(about: store.AboutRow, { now }: ChangeContext): Promise<Import> {
  await outbox.add(workOn(about.id, now));
  return store.importOnWire(about);
}

const workOn = (id: string, now: string): outbox.Entry => ({
  queue: "billing",
  job: { work: "import", id, at: now },
});
