import type { ImportKind } from "../../shared/imports/import.ts";
import type { ClientPlan } from "../../shared/imports/plan-clients.ts";
import type { RowPlan } from "../../shared/imports/plan-rows.ts";
import { readClientPayments } from "../ledger/account-store.ts";
import { fingerprint as fingerprintOfPayment } from "../ledger/past-payments.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import * as clients from "../stores/client-store.ts";
import type { Row } from "../stores/import-store.ts";
import * as subscriptions from "../stores/subscription-store.ts";
import { finished } from "./finished.ts";
import type { Unit } from "./units.ts";
import { chargeGroups, chargeUndo, chargeUnit, type PlannedCharge } from "./write-charges.ts";
import { clientUndo, clientUnit } from "./write-clients.ts";
import { controlUnitUndo, controlUnitUnit, type PlannedControlUnit } from "./write-control-units.ts";
import { type PlannedPayment, paymentGroups, paymentUndo, paymentUnit } from "./write-payments.ts";
import {
  fingerprint,
  type PlannedSubscription,
  subscriptionGroups,
  subscriptionUndo,
  subscriptionUnit,
} from "./write-subscriptions.ts";

type Planned = { row: Row; plan: RowPlan<unknown> };

type Writers = {
  /** The rows that are stored together. */
  groupsOf: (all: readonly Planned[]) => Planned[][];
  /** @throws Refusal */
  unitOf: (group: readonly Planned[], context: ChangeContext, attempt?: number) => Promise<Unit>;
  /** The row of a record that exists already. */
  finishedAs: (row: Row, id: string, context: ChangeContext) => Promise<Row>;
  /** The unit that undoes a row, or the reason why its record stays. @throws Refusal */
  undoOf: (row: Row, context: ChangeContext) => Promise<Unit | string>;
};

/** How the records of each kind are written. */
export const writersOf: Record<ImportKind, Writers> = {
  clients: {
    groupsOf: (all) => all.map((planned) => [planned]),
    unitOf: ([planned], context, attempt) =>
      clientUnit(planned as { row: Row; plan: ClientPlan }, context, attempt),
    finishedAs: async (row, record_id, context) => {
      const { name = "" } = (await clients.get(record_id)) ?? {};
      return finished(row, "new", { name, record_id, after: 1 }, context);
    },
    undoOf: clientUndo,
  },
  subscriptions: {
    groupsOf: (all) => subscriptionGroups(all as PlannedSubscription[]),
    unitOf: (group, context) => subscriptionUnit(group as PlannedSubscription[], context),
    finishedAs: async (row, record_id, context) => {
      const stored = await subscriptions.get(record_id);
      const after = stored && fingerprint(stored);
      return finished(
        row,
        "new",
        { name: stored?.service ?? "", record_id, ...(after && { after }) },
        context,
      );
    },
    undoOf: subscriptionUndo,
  },
  payments: {
    groupsOf: (all) => paymentGroups(all as PlannedPayment[]),
    unitOf: (group, context) => paymentUnit(group as PlannedPayment[], context),
    finishedAs: async (row, record_id, context) => {
      const [stored] = await readClientPayments([record_id]);
      const after = stored && fingerprintOfPayment(stored);
      return finished(row, "new", { name: "", record_id, ...(after && { after }) }, context);
    },
    undoOf: paymentUndo,
  },
  charges: {
    groupsOf: (all) => chargeGroups(all as PlannedCharge[]),
    unitOf: (group, context) => chargeUnit(group as PlannedCharge[], context),
    finishedAs: async (row, record_id, context) => finished(row, "new", { name: "", record_id }, context),
    undoOf: chargeUndo,
  },
  control_units: {
    groupsOf: (all) => all.map((planned) => [planned]),
    unitOf: ([planned], context) => controlUnitUnit(planned as PlannedControlUnit, context),
    // It makes no record.
    finishedAs: async (row) => row,
    undoOf: controlUnitUndo,
  },
};
