import { type Adjustment, type AnyAccount, type Charge, isOpen } from "./account.ts";

/** The most that a charge keeps. */
export const MAX_ADJUSTMENTS = 50;

/** The account with what differs from before on each of its charges: what was waived, changed, held and released. */
export function withAdjustments<A extends AnyAccount>(
  before: Pick<AnyAccount, "charges">,
  after: A,
  written: Pick<Adjustment, "day" | "by" | "why">,
): A {
  const earlier = new Map(before.charges.map((charge) => [charge.id, charge]));
  const charges = after.charges.map((charge): Charge => {
    const changes = [...amountChanges(earlier.get(charge.id), charge, written), ...holdChange(charge)];
    if (changes.length === 0) return charge;
    const all = [...(charge.adjustments ?? []), ...changes.map((change) => ({ ...change, ...written }))];
    return { ...charge, adjustments: mostOf(all) };
  });
  return { ...after, charges };
}

type Change = Omit<Adjustment, "day" | "by" | "why">;

/** Until a charge is due or somebody changes it by hand, it has only one amount: the present one. */
function amountChanges(
  before: Charge | undefined,
  { currency, cents, waived_cents = 0, due, changed }: Charge,
  { day }: Pick<Adjustment, "day">,
): Change[] {
  if (!before) return [];
  const waived = waived_cents - (before.waived_cents ?? 0);
  const isWritten = due <= day || changed;
  const prices: Change[] =
    before.currency === currency
      ? [{ kind: "changed", currency, cents: cents - before.cents }]
      : [
          { kind: "changed", currency: before.currency, cents: -before.cents },
          { kind: "changed", currency, cents },
        ];
  const all: Change[] = [...(isWritten ? prices : []), { kind: "waived", currency, cents: -waived }];
  return all.filter((change) => change.cents !== 0);
}

const isHold = ({ kind }: Pick<Adjustment, "kind">): boolean => kind === "held" || kind === "released";

function holdChange(charge: Charge): Change[] {
  const isHeld = charge.adjustments?.findLast(isHold)?.kind === "held";
  if (charge.on_hold && !isHeld) return [{ kind: "held" }];
  return isOpen(charge) && !charge.on_hold && isHeld ? [{ kind: "released" }] : [];
}

/** Beyond what there is room for, old ones that move no money go; if there is none, the two oldest become one. */
function mostOf(all: readonly Adjustment[]): Adjustment[] {
  if (all.length <= MAX_ADJUSTMENTS) return [...all];
  const hold = all.findIndex(isHold);
  if (hold >= 0 && hold < all.length - 2) return mostOf(all.toSpliced(hold, 1));
  const [first, ...rest] = all as [Adjustment, ...Adjustment[]];
  return mostOf(
    rest.map((adjustment, at) =>
      at === rest.findIndex(({ currency }) => currency === first.currency)
        ? { ...adjustment, cents: (adjustment.cents ?? 0) + (first.cents ?? 0) }
        : adjustment,
    ),
  );
}
