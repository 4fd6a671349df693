import { Box, Button, Group, Stack } from "@mantine/core";
import { priceText } from "../../../../shared/amount.ts";
import { owedTexts } from "../../../../shared/billing/open-charges.ts";
import { renewalState } from "../../../../shared/billing/renewal-state.ts";
import type { Client } from "../../../../shared/clients/client.ts";
import { formatDay } from "../../../../shared/dates.ts";
import type { Day } from "../../../../shared/day.ts";
import { currencyOf } from "../../../../shared/money.ts";
import type { Subscription } from "../../../../shared/subscriptions/subscription.ts";
import type { Dialog } from "../../components/form/use-dialog.ts";
import { type RowAction, type RowActions, RowActionsWithMenu } from "../../components/table/RowActions.tsx";
import { useSubscriptionActions } from "../../components/table/use-subscription-actions.ts";
import { Badge, MovedTag, SampleBadge, Tag } from "../../components/ui/Badge.tsx";
import { BillingDay } from "../../components/ui/BillingDay.tsx";
import { BrokenRow } from "../../components/ui/BrokenRow.tsx";
import { Icon } from "../../components/ui/Icon.tsx";
import { Money } from "../../components/ui/Money.tsx";
import { usePhone } from "../../components/ui/use-narrow.ts";
import { canEnd } from "../../rules/agreed-end.ts";
import { distinctNames } from "../../rules/distinct-names.ts";
import { agreedTexts, frequencyName, statusNames, statusTones } from "../../rules/subscription-labels.ts";
import { AgreedEnd } from "./AgreedEnd.tsx";
import classes from "./ClientPage.module.css";

type Open = (dialog: Dialog, id: string) => void;
type Props = { client: Client; subscriptions: readonly Subscription[]; today: Day; open: Open };

/** `Loan system`, else `Monthly subscription` */
const subscriptionName = ({ service, frequency }: Subscription): string =>
  service ?? `${frequencyName(frequency)} subscription`;

/** A client's subscriptions and their actions. */
export function SubscriptionList({ client, subscriptions, today, open }: Props) {
  const canAdd = client.status === "active" && !client.erased_at;
  const nameOf = distinctNames(
    subscriptions,
    subscriptionName,
    ({ amount, currency, next_billing_date }) =>
      `${priceText(amount, currencyOf({ currency }))} due ${formatDay(next_billing_date)}`,
  );
  return (
    // A row is as wide as its column, not as the window.
    <section aria-labelledby="subscriptions" style={{ containerType: "inline-size" }}>
      <Group justify="space-between" mb={8}>
        <h2 id="subscriptions">Subscriptions</h2>
        <Group gap={4}>
          {canEnd(subscriptions).length > 0 && !client.erased_at && (
            <Button size="sm" variant="subtle" onClick={() => open("leave", client.id)}>
              Client leaves
            </Button>
          )}
          {canAdd && (
            <Button
              size="sm"
              variant="default"
              leftSection={<Icon name="plus" size={15} />}
              onClick={() => open("sell", client.id)}
            >
              Add Subscription
            </Button>
          )}
        </Group>
      </Group>
      <AgreedEnd client={client} subscriptions={subscriptions} open={open} />
      {subscriptions.length === 0 && <p className="quiet">No subscriptions yet.</p>}
      <ul className={subscriptions.length > 0 ? `ruled ${classes.subscriptions}` : undefined}>
        {subscriptions.map((subscription) => (
          <BrokenRow key={subscription.id} of={subscription}>
            <Row client={client} subscription={subscription} name={nameOf(subscription)} today={today} />
          </BrokenRow>
        ))}
      </ul>
    </section>
  );
}

type RowProps = { client: Client; subscription: Subscription; name: string; today: Day };

function Row({ client, subscription, name, today }: RowProps) {
  const { frequency, amount, status, next_billing_date: day, muted, sample, former } = subscription;
  const state = renewalState(subscription, today);
  const onPhone = usePhone();
  const Price = onPhone ? Group : Stack;
  const { price, end } = agreedTexts(subscription);
  const [owed] = owedTexts(subscription, today);
  const actions = useSubscriptionActions()(subscription, client, {
    isDue: state.name !== "none",
    what: name,
  });
  return (
    <Box
      component="li"
      className={`row ${classes.subscription}`}
      display={onPhone ? "flex" : "grid"}
      mih={44}
      py={8}
      pl={12}
      pr={onPhone ? 56 : 12}
      style={{ flexWrap: "wrap", gap: "4px 20px", alignItems: "center" }}
      data-phone={onPhone || undefined}
      data-tone={state.name}
    >
      <Group className="wrap" gap="4px 10px" miw={0}>
        <strong>{subscriptionName(subscription)}</strong>
        <Group gap={6}>
          <MovedTag former={former} />
          {status !== "active" && !former && <Badge tone={statusTones[status]}>{statusNames[status]}</Badge>}
          <SampleBadge sample={sample} />
          {muted && <Tag>Muted</Tag>}
        </Group>
      </Group>
      <Price className="figures" gap={onPhone ? "0 6px" : 0}>
        <Money>{priceText(amount, currencyOf(subscription))}</Money>{" "}
        <span className="quiet small">{frequencyName(frequency).toLowerCase()}</span>
        {price && (
          <span className="quiet smaller">
            <Money>{price}</Money>
          </span>
        )}
      </Price>
      <Stack gap={0}>
        <BillingDay day={day} state={state} />
        {end && <span className="quiet smaller">{end}</span>}
        {owed && (
          <span className="quiet smaller figures">
            {/* Since when stands above. */}
            <Money>{owed}</Money>
          </span>
        )}
      </Stack>
      <RowActionsWithMenu name={name} {...(onPhone ? { more: () => allOf(actions) } : actions)} />
    </Box>
  );
}

/** For a row that has room for the menu alone. */
const allOf = ({ main, edit, more }: RowActions): RowAction[] => [
  ...(main ? [main] : []),
  ...(edit ? [edit] : []),
  ...(more?.() ?? []),
];
