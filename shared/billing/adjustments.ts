import { type Adjustment, type AnyAccount, type Charge, isOpen, statementDay } from "./account.ts";

/** The most that a charge keeps. */
export const MAX_ADJUSTMENTS = 50;

/** The account with what differs from before on each of its charges: what was waived, changed, moved, held and released. */
export function withAdjustments<A extends AnyAccount>(
  before: Pick<AnyAccount, "charges">,
  after: A,
  written: Pick<Adjustment, "day" | "by" | "why">,
): A {
  const earlier = new Map(before.charges.map((charge) => [charge.id, charge]));
  const charges = after.charges.map((charge): Charge => {
    const previous = earlier.get(charge.id);
    const changes = [
      ...amountChanges(previous, charge, written),
      ...dueDayChange(previous, charge),
      ...holdChange(charge),
    ];
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
  charge: Charge,
  { day }: Pick<Adjustment, "day">,
): Change[] {
  if (!before) return [];
  const { currency, cents, waived_cents = 0, changed } = charge;
  const waived = waived_cents - (before.waived_cents ?? 0);
  const isWritten = statementDay(charge) <= day || changed;
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

const dueDayChange = (before: Charge | undefined, { due }: Charge): Change[] =>
  before === undefined || before.due === due ? [] : [{ kind: "moved", from: before.due }];

const movesNoMoney = ({ kind }: Pick<Adjustment, "kind">): boolean => kind === "moved" || isHold({ kind });

const isHold = ({ kind }: Pick<Adjustment, "kind">): boolean => kind === "held" || kind === "released";

function holdChange(charge: Charge): Change[] {
  const isHeld = charge.adjustments?.findLast(isHold)?.kind === "held";
  if (charge.on_hold && !isHeld) return [{ kind: "held" }];
  return isOpen(charge) && !charge.on_hold && isHeld ? [{ kind: "released" }] : [];
}

/** Beyond what there is room for, old ones that move no money go; if there is none, the two oldest become one. */
function mostOf(all: readonly Adjustment[]): Adjustment[] {
  if (all.length <= MAX_ADJUSTMENTS) return [...all];
  const old = all.findIndex(movesNoMoney);
  if (old >= 0 && old < all.length - 2) return mostOf(all.toSpliced(old, 1));
  const [first, ...rest] = all as [Adjustment, ...Adjustment[]];
  return mostOf(
    rest.map((adjustment, at) =>
      at === rest.findIndex(({ currency }) => currency === first.currency)
        ? { ...adjustment, cents: (adjustment.cents ?? 0) + (first.cents ?? 0) }
        : adjustment,
    ),
  );
}
