import { Box, Button, Skeleton, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ClientFigures } from "../../../../shared/clients/timeline.ts";
import { QueryFailure } from "../../components/table/ListState.tsx";
import { AgesBar } from "../../components/ui/AgesBar.tsx";
import { Amount } from "../../components/ui/Money.tsx";
import { clientOwed } from "../../queries/client-page.ts";
import { companySettings } from "../../queries/settings.ts";
import {
  hasSeveralAges,
  type OwedSum,
  owedFailed,
  owedSums,
  owesNothing,
  usualFirst,
} from "../../rules/owed-sums.ts";
import classes from "./ClientPanel.module.css";

type Props = { client: string; figures: ClientFigures | undefined; onRefund: () => void };

/** What the client owes: the most urgent large, everything else a line each. */
export function PanelOwed({ client, figures, onRefund }: Props) {
  const query = useQuery(clientOwed(client));
  const { data } = query;
  const { data: settings } = useQuery(companySettings);
  if (!data)
    return query.error ? <QueryFailure query={query} texts={owedFailed} /> : <Skeleton height={72} />;
  const usual = settings?.default_currency;
  const owed = usualFirst(data.owed, usual);
  const [first, ...others] = owedSums({ ...data, owed, credit: usualFirst(data.credit, usual) }, figures);
  const nothing = owesNothing(data);
  const lines = nothing && first ? [first, ...others] : others;
  return (
    <Stack component="section" aria-label="Sums" gap={6}>
      <QueryFailure query={query} texts={owedFailed} />
      {nothing && <strong className="display">Nothing is due</strong>}
      {first && !nothing && <First sum={first} />}
      {owed.map(
        ({ currency, ages }) =>
          hasSeveralAges(ages) && <AgesBar key={currency} ages={ages} currency={currency} withText />,
      )}
      {lines.length > 0 && (
        <dl className={classes.sums}>
          {lines.map(({ name, amounts }) => (
            <div key={name}>
              <dt className="quiet">{name}</dt>
              {amounts.map(({ text, more }) => (
                <dd key={text}>
                  {more && <span className="quiet small">{more} </span>}
                  <Amount>{text}</Amount>
                </dd>
              ))}
              {name === "Credit" && (
                <dd>
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    mx={-8}
                    onClick={onRefund}
                    aria-label="Refund credit"
                  >
                    Refund
                  </Button>
                </dd>
              )}
            </div>
          ))}
        </dl>
      )}
    </Stack>
  );
}

const First = ({ sum: { name, late, amounts } }: { sum: OwedSum }) => (
  <dl data-tone={late ? "overdue" : undefined}>
    <dt className="quiet small">{name}</dt>
    {amounts.map(({ text, more }, index) => (
      <dd key={text}>
        <Box
          component="strong"
          className="display"
          fz={index === 0 ? "title" : "xl"}
          lh={1.25}
          c="var(--tone, inherit)"
        >
          <Amount>{text}</Amount>
        </Box>
        {more && <div className="quiet small">{more}</div>}
      </dd>
    ))}
  </dl>
);
