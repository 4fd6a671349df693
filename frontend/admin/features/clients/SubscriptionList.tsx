import { Box, Button, Group, SimpleGrid, Stack } from "@mantine/core";
import { leftText, priceText } from "../../../../shared/amount.ts";
import { renewalState } from "../../../../shared/billing/renewal-state.ts";
import type { Client } from "../../../../shared/clients/client.ts";
import { clientSums } from "../../../../shared/clients/figures.ts";
import type { ClientFigures } from "../../../../shared/clients/timeline.ts";
import type { Day } from "../../../../shared/day.ts";
import { currencyOf } from "../../../../shared/money.ts";
import { frequencyName, statusNames, statusTones } from "../../../../shared/subscriptions/labels.ts";
import type { Subscription } from "../../../../shared/subscriptions/subscription.ts";
import type { Dialog } from "../../components/form/use-dialog.ts";
import { RowActionsWithMenu } from "../../components/table/RowActions.tsx";
import type { RowAction } from "../../components/table/row-actions.ts";
import { Badge, Tag } from "../../components/ui/Badge.tsx";
import { BillingDay } from "../../components/ui/BillingDay.tsx";
import { BrokenRow } from "../../components/ui/BrokenRow.tsx";
import { Icon } from "../../components/ui/Icon.tsx";
import { Money } from "../../components/ui/Money.tsx";
import { SampleBadge } from "../../components/ui/SampleBadge.tsx";
import { roomFor, SumLines } from "../../components/ui/SumLines.tsx";
import { useWhatsApp } from "../../components/ui/use-whats-app.ts";
import classes from "./ClientPage.module.css";

type Open = (dialog: Dialog, id: string) => void;
type Props = { client: Client; subscriptions: readonly Subscription[]; today: Day; open: Open };

/** A client's subscriptions and their actions. */
export function SubscriptionList({ client, subscriptions, today, open }: Props) {
  const canAdd = client.status === "active" && !client.erased_at;
  return (
    <section aria-labelledby="subscriptions">
      <Group justify="space-between" mb={8}>
        <h2 id="subscriptions">Subscriptions</h2>
        {canAdd && (
          <Button
            size="xs"
            variant="default"
            leftSection={<Icon name="plus" size={15} />}
            onClick={() => open("sell", client.id)}
          >
            Add Subscription
          </Button>
        )}
      </Group>
      {subscriptions.length === 0 && <p className="quiet">No subscriptions yet.</p>}
      <ul className={subscriptions.length > 0 ? "ruled" : undefined}>
        {subscriptions.map((subscription) => (
          <BrokenRow key={subscription.id} of={subscription}>
            <Row client={client} subscription={subscription} today={today} open={open} />
          </BrokenRow>
        ))}
      </ul>
    </section>
  );
}

function Row({
  client,
  subscription,
  today,
  open,
}: Omit<Props, "subscriptions"> & { subscription: Subscription }) {
  const { id, service, frequency, amount, status, next_billing_date: day, muted, sample } = subscription;
  const state = renewalState(subscription, today);
  const whatsApp = useWhatsApp();
  const what = service ?? `${frequencyName(frequency)} subscription`;
  const more = (): RowAction[] => {
    const edit: RowAction = {
      name: "Edit",
      label: `Edit ${what}`,
      icon: "edit",
      act: () => open("subscription", id),
    };
    if (state.name === "none") return [edit];
    const remind: RowAction = {
      name: "Send reminder",
      label: `Send reminder for ${what}`,
      icon: "send",
      act: () => open("remind", id),
    };
    return [edit, remind, ...(sample ? [] : [whatsApp(client, subscription, today)])];
  };
  return (
    <li className={`row ${classes.subscription}`} data-tone={state.name}>
      <Group className="wrap" gap="4px 10px" miw={0}>
        <strong>{what}</strong>
        <Group gap={6}>
          {status !== "active" && <Badge tone={statusTones[status]}>{statusNames[status]}</Badge>}
          <SampleBadge sample={sample} />
          {muted && <Tag>Muted</Tag>}
        </Group>
      </Group>
      <Stack className="figures" gap={0} ta={{ base: "left", sm: "right" }}>
        <Money>{priceText(amount, currencyOf(subscription))}</Money>{" "}
        <span className="quiet small">{frequencyName(frequency).toLowerCase()}</span>
      </Stack>
      <Stack gap={0} ta={{ base: "right", sm: "left" }}>
        <BillingDay day={day} state={state} />
        {subscription.paid && (
          <span className="quiet smaller figures">
            <Money>{leftText(subscription)}</Money>
          </span>
        )}
      </Stack>
      <Group justify="flex-end">
        <RowActionsWithMenu
          name={what}
          main={{
            name: "Record payment",
            label: `Record payment for ${what}`,
            icon: "payment",
            act: () => open("renew", id),
          }}
          more={more}
        />
      </Group>
    </li>
  );
}

type ClientSumsProps = { figures: ClientFigures; subscriptions: readonly Subscription[]; today: Day };

/** A client's totals in one line. */
export function ClientSums({ figures, subscriptions, today }: ClientSumsProps) {
  const currency = currencyOf(figures);
  const sums = clientSums(figures, subscriptions, today);
  const amounts = sums.flatMap(({ value }) => (typeof value === "string" ? [] : [value]));
  return (
    <SimpleGrid
      className="sums"
      cols={{ base: 2, sm: 4 }}
      spacing={16}
      verticalSpacing={12}
      py={14}
      style={roomFor(amounts, currency)}
    >
      <Box component="dl" display="contents" aria-label="Figures">
        {sums.map(({ name, value, more, late }) => (
          <div key={name}>
            <dt className="quiet small">{name}</dt>
            <dd
              className={`${late ? "note" : ""} ${classes.amount}`}
              data-tone={late ? "overdue" : undefined}
            >
              {typeof value === "string" ? value : <SumLines sums={value} usual={currency} />}
            </dd>
            {more && (
              <dd className="quiet smaller">
                <Money>{more}</Money>
              </dd>
            )}
          </div>
        ))}
      </Box>
    </SimpleGrid>
  );
}
