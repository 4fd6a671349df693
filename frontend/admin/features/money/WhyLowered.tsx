import { Stack } from "@mantine/core";
import type { LoweringReason } from "../../../../shared/billing/invoicing.ts";
import { RadioList, Warning } from "../../components/form/fields.tsx";
import { Money } from "../../components/ui/Money.tsx";
import type { WhyAsked } from "../../rules/lowering.ts";

type Props = {
  asked: WhyAsked;
  /** Empty while nobody has answered. */
  value: "" | LoweringReason;
  onChange: (value: LoweringReason) => void;
  error?: string | undefined;
  disabled: boolean;
};

/** Asks why a charge that is on an invoice is lowered, and says what each answer does. */
export function WhyLowered({ asked: { question, options, help, warning }, value, ...input }: Props) {
  return (
    <Stack gap={4}>
      <RadioList
        label={question}
        options={options.map(([option, text]) => [option, <Money key={option}>{text}</Money>] as const)}
        value={value || undefined}
        {...input}
      />
      {warning && <Warning>{warning}</Warning>}
      <p className="quiet small">{help}</p>
    </Stack>
  );
}
