import { Stack } from "@mantine/core";
import { leftMoney, money, priceText } from "../../../../shared/amount.ts";
import type { Due } from "../../../../shared/billing/due-list.ts";
import { renewalState } from "../../../../shared/billing/renewal-state.ts";
import { formatDay, formatLongDay } from "../../../../shared/dates.ts";
import type { Day } from "../../../../shared/day.ts";
import { currencyOf } from "../../../../shared/money.ts";
import { frequencyName, renewalNote } from "../../../../shared/subscriptions/labels.ts";
import { useDialog } from "../../components/form/use-dialog.ts";
import { RowActionsWithMenu } from "../../components/table/RowActions.tsx";
import type { RowAction } from "../../components/table/row-actions.ts";
import { Tag } from "../../components/ui/Badge.tsx";
import { Lines } from "../../components/ui/Lines.tsx";
import { Money } from "../../components/ui/Money.tsx";
import { SampleBadge } from "../../components/ui/SampleBadge.tsx";
import { useWhatsApp } from "../../components/ui/use-whats-app.ts";

const part = { gap: 2, miw: 0, fz: "0.9375rem", lh: 1.3 } as const;

const stateOf = (renewal: Due, today: Day) => renewalState({ status: "active", ...renewal }, today);

export const toneOf = (renewal: Due, today: Day) => stateOf(renewal, today).name;

/** A due renewal with its main action; more actions are in a menu. */
export function DueRow({ renewal, today }: { renewal: Due; today: Day }) {
  const {
    id,
    client_name,
    client_email,
    company,
    service,
    frequency,
    amount,
    paid,
    next_billing_date,
    sample,
  } = renewal;
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
  const second = [service, company !== client_name && company].filter(Boolean).join(" · ");
  return (
    <>
      <Stack {...part} style={{ gridArea: "who" }}>
        <Lines
          client={renewal.client_id}
          strong
          badges={<SampleBadge sample={sample} />}
          second={second || client_email}
        >
          {client_name}
        </Lines>
      </Stack>
      <Stack {...part} style={{ gridArea: "when" }}>
        <span className="figures" title={formatLongDay(next_billing_date)}>
          {formatDay(next_billing_date)}
        </span>
        <span className="note">{renewalNote(stateOf(renewal, today))}</span>
      </Stack>
      <Stack {...part} align="flex-end" ta="right" style={{ gridArea: "much" }}>
        <span className="figures">
          <Money>{paid ? leftMoney(renewal) : priceText(amount, currencyOf(renewal))}</Money>
        </span>
        {paid && (
          <span className="quiet smaller figures">
            <Money>{`of ${money(amount, currencyOf(renewal))} left`}</Money>
          </span>
        )}
        <Tag>{frequencyName(frequency)}</Tag>
      </Stack>
      <div style={{ gridArea: "act" }}>
        <RowActionsWithMenu
          name={client_name}
          main={{
            name: "Record payment",
            label: `Record payment from ${client_name}`,
            icon: "payment",
            shortcut: "r",
            act: () => dialog.open("renew", id),
          }}
          more={more}
        />
      </div>
    </>
  );
}
