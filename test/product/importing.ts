import { partsOf } from "../../frontend/admin/features/import/rows.ts";
import type { ImportKind, ImportRow } from "../../shared/imports/import.ts";
import type { ReminderProduct } from "./reminder-product.ts";

type On = Pick<ReminderProduct, "call" | "product">;

/** Helpers for tests of imports: each returns the response's body, and throws what the server refuses. */
export function importsOf({ call, product }: On) {
  const answered = async <T extends { status: number; body: { error?: string } }>(response: Promise<T>) => {
    const { status, body } = await response;
    if (status >= 300) throw new Error(`${status} ${body.error}`);
    return body as T["body"];
  };
  async function preview(kind: ImportKind, columns: string[], rows: string[][], name = "book.csv") {
    const created = await answered(call("POST /api/v1/imports", { body: { kind, name, columns } }));
    const { id } = created.import;
    const answers: ImportRow[] = [];
    for (const body of partsOf(rows))
      answers.push(
        ...(await answered(call("POST /api/v1/imports/{id}/rows", { params: { id }, body }))).rows,
      );
    return { id, rows: answers };
  }
  const get = async (id: string) =>
    (await answered(call("GET /api/v1/imports/{id}", { params: { id } }))).import;
  const rowsOf = async (id: string) =>
    (await answered(call("GET /api/v1/imports/{id}/rows", { params: { id } }))).rows;
  /** Starts an import and waits until it is done. */
  async function run(id: string, body: object = {}) {
    await answered(call("POST /api/v1/imports/{id}/run", { params: { id }, body }));
    await product.idle();
    return get(id);
  }
  async function undo(id: string) {
    await answered(call("DELETE /api/v1/imports/{id}", { params: { id } }));
    await product.idle();
    return get(id);
  }
  return { preview, get, rowsOf, run, undo };
}
