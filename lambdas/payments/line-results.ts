import { identityOf } from "../../shared/billing/matching/identity.ts";
import type { LineResult, NewLine } from "../../shared/payments/statement-line.ts";
import { isReversed, type PaymentRow } from "../ledger/payment-row.ts";
import type { Outcome } from "../ledger/record-chosen.ts";
import { type LineState, lineKeyOf, readLines, recordedFor } from "../ledger/statement-lines.ts";
import type { Stored } from "../ledger/store-lines.ts";
import * as clients from "../stores/client-store.ts";

export type Result = Omit<LineResult, "code">;

/**
 * The results of lines that were stored and recorded with these outcomes. Lines that were not recorded for the client that
 * they name are read again: somebody else decided about them since they were stored.
 */
export async function resultsOf(
  stored: readonly Stored[],
  outcomes: ReadonlyMap<string, Outcome>,
): Promise<Map<NewLine, Result>> {
  const isAsWanted = ({ line, payment }: Stored) => {
    const outcome = outcomes.get(payment?.id ?? "");
    return !outcome || (outcome.client_id !== undefined && outcome.client_id === line.client_id);
  };
  const changed = stored.filter((entry) => !isAsWanted(entry));
  const states = await readLines(changed.map(({ line }) => lineKeyOf(identityOf(line))));
  const present = stored.map(({ line, payment }): [NewLine, PaymentRow | undefined] => [
    line,
    presentIn(states.get(lineKeyOf(identityOf(line))), line) ?? payment,
  ]);
  const names = await namesOf(present);
  return new Map(
    present.map(([line, payment]): [NewLine, Result] => {
      if (!payment) return [line, { state: "unmatched", error: "This line could not be stored." }];
      const outcome = outcomes.get(payment.id);
      if (outcome?.client_id !== undefined && outcome.client_id === line.client_id)
        return [line, { state: "recorded", payment_id: payment.id }];
      return [line, { payment_id: payment.id, ...decisionOn(payment, line, outcome?.error, names) }];
    }),
  );
}

const presentIn = (state: LineState | undefined, { client_id }: NewLine): PaymentRow | undefined =>
  state && (recordedFor(state, client_id) ?? state.payments.at(-1));

/** The names of the clients whose payments others recorded. */
async function namesOf(payments: readonly [NewLine, PaymentRow | undefined][]): Promise<Map<string, string>> {
  const ids = payments.flatMap(([line, payment]) =>
    payment?.state === "recorded" && payment.client_id !== line.client_id ? payment.client_id : [],
  );
  return new Map([...(await clients.getMany(ids))].map(([id, { name }]) => [id, name]));
}

/** The state of a payment that was not recorded now, and what somebody decided, in a sentence. */
function decisionOn(
  payment: PaymentRow,
  line: NewLine,
  error: string | undefined,
  names: ReadonlyMap<string, string>,
): Result {
  if (payment.state === "recorded") {
    const { client_id } = payment;
    if (client_id === line.client_id) return { state: "recorded" };
    const client_name = names.get(client_id) ?? "Unknown Client";
    return { state: "recorded", client_id, client_name, note: `It is recorded for ${client_name} already.` };
  }
  if (isReversed(payment))
    return { state: "reversed", note: "M-Pesa or the bank took it back, so it was not recorded." };
  if (payment.state === "undone")
    return {
      state: "undone",
      note: `${payment.undone_by?.name ?? "Somebody"} undid it, so it is not recorded.`,
    };
  if (payment.state === "ignored") {
    const { name = "Somebody", reason = "" } = payment.ignored ?? {};
    return { state: "ignored", note: `${name} ignored it, so it was not recorded: ${reason}` };
  }
  if (error !== undefined) return { state: "unmatched", error };
  if (line.client_id === undefined) return { state: "unmatched" };
  return { state: "unmatched", note: "Somebody else took the client away again. It waits to be assigned." };
}
