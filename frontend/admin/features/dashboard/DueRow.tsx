import { Button, Group, Stack } from "@mantine/core";
import { renewalState } from "../../../../shared/billing/renewal-state.ts";
import type { Day } from "../../../../shared/day.ts";
import { currencyOf } from "../../../../shared/money.ts";
import { useDialog } from "../../components/form/use-dialog.ts";
import { Badge } from "../../components/ui/Badge.tsx";
import { Lines } from "../../components/ui/Lines.tsx";
import { Money } from "../../components/ui/Money.tsx";
import { SampleBadge } from "../../components/ui/SampleBadge.tsx";
import { leftMoney, money, priceText } from "../../labels/amount.ts";
import { frequencyName, renewalNote } from "../../labels/billing.ts";
import { formatDay, formatLongDay } from "../../labels/dates.ts";
import { DueMenu } from "./DueMenu.tsx";
import type { Due } from "./due.ts";

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
        <Badge tone="quiet" dot={false}>
          {frequencyName(frequency)}
        </Badge>
      </Stack>
      <Group gap={4} wrap="nowrap" justify="flex-end" style={{ gridArea: "act" }}>
        <Button
          size="xs"
          variant="default"
          aria-label={`Renew ${client_name}`}
          aria-keyshortcuts="r"
          onClick={() => dialog.open("renew", id)}
        >
          Renew
        </Button>
        <DueMenu renewal={renewal} today={today} remind={() => dialog.open("remind", id)} />
      </Group>
    </>
  );
}
