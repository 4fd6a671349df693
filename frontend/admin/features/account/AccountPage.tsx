import { Button, Group, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { firstDayOf, type Records, statementsOf } from "../../../../shared/billing/ledger.ts";
import {
  addressFor,
  periodOf,
  statementExport,
  statementPeriods,
} from "../../../../shared/billing/statement.ts";
import { ApiError } from "../../../api.ts";
import { saveCsv } from "../../components/table/export.ts";
import { Choice } from "../../components/table/filter-controls.tsx";
import { ListEmpty, ListLoading, ListUnreadable, QueryFailure } from "../../components/table/ListState.tsx";
import { SpanChoice } from "../../components/table/SpanChoice.tsx";
import { spanInAddress, useAddress } from "../../components/table/use-list.ts";
import { Notice } from "../../components/ui/Notice.tsx";
import { PageHead } from "../../components/ui/PageHead.tsx";
import { accountLink, clientAccount } from "../../queries/client-page.ts";
import { companySettings } from "../../queries/settings.ts";
import { StatementDocument } from "./StatementDocument.tsx";

const failed = ["Failed to fetch the statement", "An error occurred while fetching the statement"] as const;

/** A client's statement of account, for printing. Its days are in the address. */
export default function AccountPage() {
  const { id = "" } = useParams();
  const account = useQuery(clientAccount(id));
  const link = useQuery(accountLink(id));
  const company = useQuery(companySettings);
  const address = useAddress();
  const { data } = account;
  const error = account.error ?? company.error;
  const notFound = error instanceof ApiError && (error.status === 404 || error.status === 400);
  const name = data && !notFound ? data.client.name : "Client";
  const head = (action?: React.ReactNode) => (
    <div className="unprinted">
      <PageHead
        back={
          notFound
            ? { to: "/admin/clients", text: "All clients" }
            : { to: `/admin/clients/${id}`, text: `Back to ${name}` }
        }
        title="Statement of account"
        name={`Statement of account, ${name}`}
        lead="Charges, payments and the balance, as the client sees them."
        action={action}
      />
    </div>
  );
  if (!data || !company.data || notFound)
    return (
      <>
        {head()}
        {!error && <ListLoading>Loading statement...</ListLoading>}
        {notFound && (
          <ListEmpty title="Client not found" heading="h2">
            There is no client at this address.
          </ListEmpty>
        )}
        {!notFound && <QueryFailure query={[account, company]} texts={failed} />}
      </>
    );

  const { client, subscriptions, payments, credits, unreadable } = data;
  const records: Records = { subscriptions, payments, credits, today: data.today };
  const span = spanInAddress(address);
  const period = span ? "days" : address.get("period");
  const { from, to } = periodOf(span ?? period, records.today);
  const statements = statementsOf(records, { from, to });
  const begins = from ?? firstDayOf(records);
  return (
    <>
      {head(
        <Group gap={8}>
          <Button
            variant="default"
            onClick={() => void saveCsv(...statementExport(client, statements, { from: begins, to }))}
          >
            Export CSV
          </Button>
          <Button onClick={() => window.print()}>Print or save as PDF</Button>
        </Group>,
      )}
      <Stack className="unprinted" gap={16} mb={24}>
        <QueryFailure query={[account, company]} texts={failed} />
        {client.sample && (
          <Notice tone="plain" quiet>
            This is sample data. Nobody owes these amounts.
          </Notice>
        )}
        <ListUnreadable unreadable={unreadable} />
        <Choice
          label="Period"
          value={period}
          options={statementPeriods}
          onChange={(chosen) => address.set(addressFor(chosen, { from: begins, to }))}
        />
        {period === "days" && span && (
          <SpanChoice legend="Days of the statement" {...span} onChange={address.set} />
        )}
      </Stack>
      <StatementDocument
        client={client}
        company={company.data}
        statements={statements}
        span={{ from, to }}
        today={records.today}
        complete={!unreadable}
        link={link.data?.url}
      />
    </>
  );
}
