import { Button, Group, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "react-router";
import { addDays, addMonths, type Day, laterOf } from "../../../../shared/day.ts";
import type { Span } from "../../../../shared/span.ts";
import { ApiError } from "../../../api.ts";
import { Choice } from "../../components/table/Choice.tsx";
import { saveCsv } from "../../components/table/export.ts";
import { ListEmpty, ListFailure, ListLoading, ListUnreadable } from "../../components/table/ListState.tsx";
import { SpanChoice } from "../../components/table/SpanChoice.tsx";
import { spanInAddress } from "../../components/table/span-in-address.ts";
import { useAddress } from "../../components/table/use-address.ts";
import { Notice } from "../../components/ui/Notice.tsx";
import { PageHead } from "../../components/ui/PageHead.tsx";
import { useNarrow } from "../../components/ui/use-narrow.ts";
import { clientAccount } from "../../queries/client-page.ts";
import { companySettings } from "../../queries/settings.ts";
import { exportedOf } from "./exported.ts";
import { beginningOf, type Records, statementsOf } from "./ledger.ts";
import { Paper } from "./Paper.tsx";

const stretches = [
  ["", "Last 12 months"],
  ["year", "This year"],
  ["all", "All"],
  ["days", "From – to"],
] as const;

/** A statement of account as a client reads it, to be printed. Which days it covers stands in the address. */
export default function AccountPage() {
  const { id = "" } = useParams();
  const account = useQuery(clientAccount(id));
  const company = useQuery(companySettings);
  const address = useAddress();
  const narrow = useNarrow();
  const { data } = account;
  const error = account.error ?? company.error;
  const gone = error instanceof ApiError && (error.status === 404 || error.status === 400);
  const name = data && !gone ? data.client.name : "Client";
  const head = (action?: React.ReactNode) => (
    <div className="unprinted">
      <Link
        to={gone ? "/admin/clients" : `/admin/clients/${id}`}
        className="small"
        style={{ display: "block", marginBottom: 12 }}
      >
        {gone ? "All clients" : `Back to ${name}`}
      </Link>
      <PageHead
        title="Statement of account"
        name={`Statement of account, ${name}`}
        lead="Charges, payments and what is left to be paid, as the client reads it."
        action={action}
      />
    </div>
  );
  if (!data || !company.data || gone)
    return (
      <>
        {head()}
        {!error && <ListLoading>Loading statement...</ListLoading>}
        {gone && <ListEmpty title="No such client">Nobody in the directory is at this address.</ListEmpty>}
        {error && !gone && (
          <ListFailure
            error={error}
            words={["Failed to fetch the statement", "An error occurred while fetching the statement"]}
            some={false}
            retry={() => void Promise.all([account.refetch(), company.refetch()])}
          />
        )}
      </>
    );

  const { client, subscriptions, payments, unreadable } = data;
  const records: Records = { subscriptions, payments, today: data.today };
  const asked = spanInAddress(address);
  const stretch = asked ? "days" : address.get("stretch");
  const { from, to } = stretchOf(asked ?? stretch, records.today);
  const statements = statementsOf(records, { from, to });
  const begins = from ?? beginningOf(records);
  return (
    <>
      {head(
        <Group gap={8}>
          <Button
            variant="default"
            onClick={() => void saveCsv(...exportedOf(client, statements, { from: begins, to }))}
          >
            Export CSV
          </Button>
          <Button onClick={() => window.print()}>Print or save as PDF</Button>
        </Group>,
      )}
      <Stack className="unprinted" gap={16} mb={24}>
        {error && (
          <ListFailure
            error={error}
            words={["Failed to fetch the statement", "An error occurred while fetching the statement"]}
            some
            retry={() => void Promise.all([account.refetch(), company.refetch()])}
          />
        )}
        {client.sample && (
          <Notice tone="plain" quiet>
            This is sample data: nobody owes what is stated here.
          </Notice>
        )}
        <ListUnreadable unreadable={unreadable} />
        <Choice
          label="Period"
          value={stretch}
          options={stretches}
          onChange={(chosen) => address.set(chosenIn(chosen, { from: begins, to }))}
          compact={narrow}
        />
        {stretch === "days" && asked && (
          <SpanChoice legend="Days of the statement" {...asked} onChange={address.set} />
        )}
      </Stack>
      <Paper
        client={client}
        company={company.data}
        statements={statements}
        span={{ from, to }}
        today={records.today}
        complete={!unreadable}
      />
    </>
  );
}

/** The days of a statement, which is never of days to come; from the beginning where there is no first. */
function stretchOf(asked: Span | string, today: Day): { from: Day | undefined; to: Day } {
  if (typeof asked === "object") return { from: asked.from, to: asked.to < today ? asked.to : today };
  if (asked === "all") return { from: undefined, to: today };
  const from = asked === "year" ? `${today.slice(0, 4)}-01-01` : addDays(addMonths(today, -12), 1);
  return { from, to: today };
}

/** Days are asked for a year at most, so they begin with the last. */
const chosenIn = (stretch: string, { from, to }: Span) =>
  stretch === "days"
    ? { stretch: undefined, from: laterOf(from, addDays(addMonths(to, -12), 1)), to }
    : { stretch, from: undefined, to: undefined };
