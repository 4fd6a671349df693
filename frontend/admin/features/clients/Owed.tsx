import { Box, Button, Group, Skeleton, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ClientFigures } from "../../../../shared/clients/timeline.ts";
import { formatDay } from "../../../../shared/dates.ts";
import { currencyOf } from "../../../../shared/money.ts";
import type { ClientAccount } from "../../../../shared/payments/client-account.ts";
import { PromiseField, promiseText } from "../../components/form/PromiseField.tsx";
import { QueryFailure } from "../../components/table/ListState.tsx";
import { AgesBar } from "../../components/ui/AgesBar.tsx";
import { Icon } from "../../components/ui/Icon.tsx";
import { Amount } from "../../components/ui/Money.tsx";
import { usePhone } from "../../components/ui/use-narrow.ts";
import { clientOwed } from "../../queries/client-page.ts";
import {
  hasSeveralAges,
  isAnyDue,
  type OwedSum,
  owedFailed,
  owedSums,
  owesNothing,
  usualFirst,
} from "../../rules/owed-sums.ts";

type Props = {
  id: string;
  figures: ClientFigures;
  onRecord: () => void;
  onRefund: () => void;
};

/** Shows the debts of a client, and the page's main action. */
export function Owed({ id, figures, onRecord, onRefund }: Props) {
  const query = useQuery(clientOwed(id));
  const { data } = query;
  const onPhone = usePhone();
  if (!data)
    return query.error ? <QueryFailure query={query} texts={owedFailed} /> : <Skeleton height={110} />;
  const owed = usualFirst(data.owed, currencyOf(figures));
  const [first, ...others] = owedSums({ ...data, owed }, figures);
  const nothing = owesNothing(data);
  const button = data.charges.some(({ state }) => state === "open") && (
    <Button fullWidth={onPhone} onClick={onRecord}>
      Record payment
    </Button>
  );
  return (
    <Stack component="section" aria-label="Due" className="boxed" gap={12} px={20} py={16} miw={0}>
      <QueryFailure query={query} texts={owedFailed} />
      <Group justify="space-between" align="flex-start" gap="16px 40px">
        <Group align="flex-start" gap="12px 40px" flex="1 1 auto" miw={0}>
          {nothing && (
            <Box component="strong" className="display" fz="xl">
              Nothing is due
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
      {data.credit.length > 0 && (
        <Button
          variant="subtle"
          size="compact-sm"
          h={{ base: 44, sm: 32 }}
          ml={-8}
          style={{ alignSelf: "start" }}
          onClick={onRefund}
        >
          Refund credit
        </Button>
      )}
      {owed.map(
        ({ currency, ages }) =>
          hasSeveralAges(ages) && <AgesBar key={currency} ages={ages} currency={currency} withText />,
      )}
      {isAnyDue(data) && <PromiseLine key={data.promised_until} id={id} account={data} />}
    </Stack>
  );
}

/** The promise in one line, which opens its field. */
function PromiseLine({ id, account }: { id: string; account: ClientAccount }) {
  const [open, setOpen] = useState(false);
  const { promised_until, today } = account;
  if (open) return <PromiseField id={id} account={account} autoFocus />;
  return (
    <Group className="unprinted" gap="0 8px" ml={-8}>
      <Button
        variant="subtle"
        size="compact-sm"
        h={{ base: 44, sm: 32 }}
        leftSection={<Icon name="overdue" size={16} />}
        onClick={() => setOpen(true)}
      >
        {promised_until ? `Promised for ${formatDay(promised_until)}` : "Promise"}
      </Button>
      {promised_until && <p className="quiet small">{promiseText(promised_until, today)}</p>}
    </Group>
  );
}

const Sum = ({ sum: { name, late, amounts } }: { sum: OwedSum }) => (
  <Box component="dl" data-tone={late ? "overdue" : undefined}>
    <dt className="quiet small">{name}</dt>
    {amounts.map(({ text, more }) => (
      <dd key={text}>
        <Box component="strong" className="display figures" fz="xl" lh={1.3} c="var(--tone, inherit)">
          <Amount>{text}</Amount>
        </Box>
        {more && <div className="quiet small">{more}</div>}
      </dd>
    ))}
  </Box>
);
