import { Box, Group } from "@mantine/core";
import type { UpcomingRenewal } from "../../../../shared/dashboard.ts";
import type { Day } from "../../../../shared/day.ts";
import { type Currency, type Sums, sumTexts } from "../../../../shared/money.ts";
import { useDialog } from "../../components/form/use-dialog.ts";
import { RowActionsWithMenu } from "../../components/table/RowActions.tsx";
import type { RowAction } from "../../components/table/row-actions.ts";
import { BrokenRow } from "../../components/ui/BrokenRow.tsx";
import { ClientLink } from "../../components/ui/ClientLink.tsx";
import { Amount, Money } from "../../components/ui/Money.tsx";
import { SampleBadge } from "../../components/ui/SampleBadge.tsx";
import { useWhatsApp } from "../../components/ui/use-whats-app.ts";

type Props = {
  tone: "overdue" | "due-soon";
  /** The renewal that a payment is recorded for and a reminder is sent about. */
  renewal: UpcomingRenewal;
  sums: Sums;
  usual: Currency;
  facts: readonly (string | false | undefined)[];
  /** More about the facts, in the tooltip. */
  title?: string;
  today: Day;
};

/** Who owes how much, then the facts and what can be done. */
export function DueRow({ tone, renewal, sums, usual, facts, title, today }: Props) {
  const { client_id, client_name, sample } = renewal;
  const text = facts.filter(Boolean).join(" · ");
  return (
    <Box component="li" className="row" pl={12} pt={3} data-row data-tone={tone} tabIndex={-1}>
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
          <span className="quiet smaller cut" title={[text, title].filter(Boolean).join("\n")}>
            <Money>{text}</Money>
          </span>
          <Actions renewal={renewal} ofClient={tone === "overdue"} today={today} />
        </Group>
      </BrokenRow>
    </Box>
  );
}

/** `ofClient`: a payment is for all that the client owes, not for this renewal first. */
function Actions({ renewal, ofClient, today }: { renewal: UpcomingRenewal; ofClient: boolean; today: Day }) {
  const { id, client_id, client_name, sample } = renewal;
  const dialog = useDialog();
  const whatsApp = useWhatsApp();
  const more = (): RowAction[] => {
    const subscription: RowAction = {
      name: "Edit",
      label: `Edit the subscription of ${client_name}`,
      icon: "edit",
      to: `/admin/subscriptions?edit=${id}`,
    };
    if (sample) return [subscription];
    const remind: RowAction = {
      name: "Send reminder",
      label: `Send reminder to ${client_name}`,
      icon: "send",
      act: () => dialog.open("remind", id),
    };
    const client = {
      name: client_name,
      phone: renewal.client_phone,
      payment_reference: renewal.client_reference,
      language: renewal.client_language,
    };
    return [subscription, remind, whatsApp(client, renewal, today)];
  };
  return (
    <RowActionsWithMenu
      name={client_name}
      main={{
        name: "Record payment",
        label: `Record payment from ${client_name}`,
        icon: "payment",
        shortcut: "r",
        act: () => dialog.open("pay", ofClient ? client_id : `${client_id}.${id}`),
      }}
      more={more}
    />
  );
}
