import { Box, Group, TextInput } from "@mantine/core";
import { useState } from "react";
import { amountProblem, money } from "../../../../shared/amount.ts";
import { formatDay } from "../../../../shared/dates.ts";
import type { PaymentPreview } from "../../../../shared/payments/client-account.ts";
import { chargeName } from "../../rules/charge-form.ts";
import { distinctNames } from "../../rules/distinct-names.ts";
import type { PaymentValues } from "../../rules/payment-form.ts";
import { OneOffTag } from "../ui/Badge.tsx";
import { Money } from "../ui/Money.tsx";

type Props = {
  preview: Pick<PaymentPreview, "charges" | "currency" | "today">;
  typed: PaymentValues["to"];
  disabled: boolean;
  /** After an attempt to save, every wrong amount says why. Before, all but the one with the focus do. */
  triedToSave: boolean;
  onChange: (typed: PaymentValues["to"]) => void;
};

/** Lists the open charges and, if there are several, the amount that the payment pays of each. A typed amount stays. */
export function Charges({
  preview: { charges, currency, today },
  typed,
  disabled,
  triedToSave,
  onChange,
}: Props) {
  const [focused, setFocused] = useState<string>();
  if (charges.length === 0) return null;
  const typedOf = new Map(typed);
  const amountOf = ({ id, pays }: PaymentPreview["charges"][number]) => typedOf.get(id) ?? pays.toFixed(2);
  const longest = Math.max(...charges.map((charge) => amountOf(charge).length));
  const labelOf = distinctNames(
    charges,
    (charge) => `Pays of ${chargeName(charge)}, due ${formatDay(charge.due)}`,
    ({ left }) => money(left, currency),
  );
  return (
    <Box component="fieldset" m={0} p={0} bd={0} miw={0}>
      <legend className="quiet small">What it pays</legend>
      <ul className="ruled">
        {charges.map((charge) => {
          const { id } = charge;
          const name = chargeName(charge);
          const due = `due ${formatDay(charge.due)}`;
          return (
            <Group component="li" key={id} justify="space-between" wrap="nowrap" gap={12} py={6}>
              <Box miw={0}>
                <Group className="wrap" gap="0 8px">
                  {name}
                  <OneOffTag charge={charge} />
                </Group>
                <Box
                  className="small"
                  c={charge.due < today && !charge.on_hold ? "var(--overdue)" : "var(--quiet)"}
                >
                  <Money>{`${due}, ${money(charge.left, currency)}${charge.on_hold ? " on hold" : ""}`}</Money>
                </Box>
              </Box>
              {charges.length > 1 && (
                <TextInput
                  aria-label={labelOf(charge)}
                  inputMode="decimal"
                  autoComplete="off"
                  error={(triedToSave || id !== focused) && amountProblem(typedOf.get(id) ?? "", currency)}
                  miw={130}
                  w={`calc(${longest}ch + 32px)`}
                  maw="60%"
                  styles={{ input: { textAlign: "right" } }}
                  flex="none"
                  disabled={disabled}
                  value={amountOf(charge)}
                  onFocus={() => setFocused(id)}
                  onBlur={() => setFocused(undefined)}
                  onChange={({ currentTarget: { value } }) => onChange([...typedOf.set(id, value)])}
                />
              )}
            </Group>
          );
        })}
      </ul>
    </Box>
  );
}
