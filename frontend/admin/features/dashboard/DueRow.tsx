import { Box, Group } from "@mantine/core";
import type { UpcomingRenewal } from "../../../../shared/dashboard/dashboard.ts";
import { type Currency, type Sums, sumTexts } from "../../../../shared/money.ts";
import { recipientOf } from "../../../../shared/reminders/whatsapp.ts";
import { RowActionsWithMenu } from "../../components/table/RowActions.tsx";
import { useSubscriptionActions } from "../../components/table/use-subscription-actions.ts";
import { SampleBadge } from "../../components/ui/Badge.tsx";
import { BrokenRow } from "../../components/ui/BrokenRow.tsx";
import { ClientLink } from "../../components/ui/Lines.tsx";
import { Amount, Money } from "../../components/ui/Money.tsx";
import { usePhone } from "../../components/ui/use-narrow.ts";

type Props = {
  /** Names the row for screen readers; all rows of a list have different names. */
  name: string;
  tone: "overdue" | "due-soon";
  /** The renewal that a payment is recorded for and a reminder is sent about. */
  renewal: UpcomingRenewal;
  sums: Sums;
  usual: Currency;
  facts: readonly (string | false | undefined)[];
  /** More about the facts, in the tooltip. */
  title?: string;
};

/** Who owes how much, then the facts and what can be done. */
export function DueRow({ name, tone, renewal, sums, usual, facts, title }: Props) {
  const { client_id, client_name, sample } = renewal;
  const text = facts.filter(Boolean).join(" · ");
  // A payment is for all that the client owes, not for one subscription first.
  const payment = tone === "overdue" && { pay: client_id };
  // The buttons are as high as two lines on a phone.
  const lines = usePhone() ? 2 : 1;
  const actions = useSubscriptionActions()(renewal, recipientOf(renewal), {
    isDue: true,
    name,
    ...payment,
  });
  const more = () => [actions.edit, ...(actions.more?.() ?? [])].filter((action) => action !== undefined);
  return (
    <Box
      component="li"
      aria-label={name}
      className="row"
      pl={12}
      pt={3}
      data-row
      data-tone={tone}
      tabIndex={-1}
    >
      <BrokenRow of={renewal} inItem>
        <Group gap={12} justify="space-between" wrap="nowrap" fz="0.9375rem" lh={{ base: 1.6, sm: 1.3 }}>
          <Group gap={8} miw={0} wrap="nowrap">
            <ClientLink id={client_id} name={client_name} />
            <SampleBadge sample={sample} />
          </Group>
          <Group gap={8} flex="none" wrap="nowrap" align="baseline">
            {sumTexts(sums, usual).map((amount) => (
              <Amount key={amount}>{amount}</Amount>
            ))}
          </Group>
        </Group>
        {/* The buttons are higher than their line. */}
        <Group gap={8} h={{ base: 44, sm: 26 }} justify="space-between" wrap="nowrap">
          <Box
            component="span"
            className="quiet smaller"
            display="-webkit-box"
            lh={1.3}
            style={{ overflow: "hidden", WebkitBoxOrient: "vertical", WebkitLineClamp: lines }}
            title={[text, title].filter(Boolean).join("\n")}
          >
            <Money>{text}</Money>
          </Box>
          {/* Facts need the room of a second button. */}
          <RowActionsWithMenu name={name} main={actions.main} more={more} />
        </Group>
      </BrokenRow>
    </Box>
  );
}
