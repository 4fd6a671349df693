import { Box, Button, Group, Menu, Skeleton, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ClientCharge } from "../../../../shared/clients/account.ts";
import {
  ageTexts,
  chargeText,
  type OwedSum,
  owedFailed,
  owedSums,
  owesNothing,
  payableCharges,
} from "../../../../shared/clients/figures.ts";
import type { ClientFigures } from "../../../../shared/clients/timeline.ts";
import { ListFailure } from "../../components/table/ListState.tsx";
import { Icon } from "../../components/ui/Icon.tsx";
import { Amount, Money } from "../../components/ui/Money.tsx";
import { usePhone } from "../../components/ui/use-narrow.ts";
import { clientOwed } from "../../queries/client-page.ts";

type Props = {
  id: string;
  figures: ClientFigures;
  /** Names a subscription. */
  nameOf: (subscription: string) => string;
  onRecord: (subscription: string) => void;
};

/** What a client owes, and the page's main action. */
export function Owed({ id, figures, nameOf, onRecord }: Props) {
  const { data, error, refetch } = useQuery(clientOwed(id));
  const onPhone = usePhone();
  if (!data)
    return error ? (
      <ListFailure error={error} words={owedFailed} some={false} retry={() => void refetch()} />
    ) : (
      <Skeleton height={110} />
    );
  const [first, ...others] = owedSums(data, figures);
  const nothing = owesNothing(data);
  const ages = ageTexts(data.owed);
  const payable = payableCharges(data.charges);
  const button = payable.length > 0 && (
    <RecordPayment charges={payable} nameOf={nameOf} onRecord={onRecord} wide={onPhone} />
  );
  return (
    <Stack component="section" aria-label="Owed" className="boxed" gap={12} px={20} py={16} miw={0}>
      {error && <ListFailure error={error} words={owedFailed} some retry={() => void refetch()} />}
      <Group justify="space-between" align="flex-start" gap="16px 40px">
        <Group align="flex-start" gap="12px 40px" flex="1 1 auto" miw={0}>
          {nothing && (
            <Box component="strong" className="display" fz={22}>
              Nothing is owed
            </Box>
          )}
          {first && <Sum sum={first} />}
          {/* On a phone the button comes before whatever is less urgent. */}
          {onPhone && button}
          {others.map((sum) => (
            <Sum key={sum.name} sum={sum} />
          ))}
        </Group>
        {!onPhone && button}
      </Group>
      {ages.map((text) => (
        <p key={text} className="quiet small">
          By age: <Money>{text}</Money>
        </p>
      ))}
    </Stack>
  );
}

const Sum = ({ sum: { name, late, amounts } }: { sum: OwedSum }) => (
  <Box component="dl" data-tone={late ? "overdue" : undefined}>
    <dt className="quiet small">{name}</dt>
    {amounts.map(({ text, more }) => (
      <dd key={text}>
        <Box component="strong" fz={22} lh={1.3} c="var(--tone, inherit)">
          <Amount>{text}</Amount>
        </Box>
        {more && <div className="quiet small">{more}</div>}
      </dd>
    ))}
  </Box>
);

type ButtonProps = Pick<Props, "nameOf" | "onRecord"> & { charges: ClientCharge[]; wide: boolean };

/** With several subscriptions the person chooses which one was paid. */
function RecordPayment({ charges, nameOf, onRecord, wide }: ButtonProps) {
  const [first, ...others] = charges;
  if (!first) return null;
  if (others.length === 0)
    return (
      <Button fullWidth={wide} onClick={() => onRecord(first.subscription_id)}>
        Record payment
      </Button>
    );
  return (
    <Menu
      position="bottom-end"
      transitionProps={{ duration: 0 }}
      withInitialFocusPlaceholder={false}
      portalProps={{ target: "#content" }}
    >
      <Menu.Target>
        <Button fullWidth={wide} rightSection={<Icon name="fold" size={16} />}>
          Record payment
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label="Which subscription was paid?" maw="min(420px, calc(100vw - 32px))">
        {charges.map((charge) => (
          <Menu.Item key={charge.subscription_id} onClick={() => onRecord(charge.subscription_id)}>
            <span className="wrap">{nameOf(charge.subscription_id)}</span>
            <div className="quiet small">
              <Money>{chargeText(charge)}</Money>
            </div>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
