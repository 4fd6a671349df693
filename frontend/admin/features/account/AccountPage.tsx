import { Button, Group, Stack } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { byCurrency, periodOf } from "../../../../shared/account-statement/statement.ts";
import { addDays, addMonths, laterOf } from "../../../../shared/day.ts";
import type { Span } from "../../../../shared/day-span.ts";
import { ApiError } from "../../../api.ts";
import { useDialog } from "../../components/form/use-dialog.ts";
import { saveCsv } from "../../components/table/export.ts";
import { Choice } from "../../components/table/filter-controls.tsx";
import { ListEmpty, ListLoading, ListUnreadable, QueryFailure } from "../../components/table/ListState.tsx";
import { SpanChoice } from "../../components/table/SpanChoice.tsx";
import { spanInAddress, useAddress } from "../../components/table/use-list.ts";
import { Notice } from "../../components/ui/Notice.tsx";
import { PageHead } from "../../components/ui/PageHead.tsx";
import { accountLink, clientPage, clientStatement } from "../../queries/client-page.ts";
import { companySettings } from "../../queries/settings.ts";
import { statementDialogValue } from "../../rules/statement-dialog.ts";
import { StatementDocument } from "./StatementDocument.tsx";
import { statementExport } from "./statement-file.ts";

const failed = ["Failed to fetch the statement", "An error occurred while fetching the statement"] as const;

/** The periods that people choose from. */
const statementPeriods = [
  ["", "Last 12 months"],
  ["year", "This year"],
  ["all", "All"],
  ["days", "From – to"],
] as const;

/** The address for a choice. A span has at most a year, so it starts a year before its end. */
const addressFor = (period: string, { from, to }: Span) =>
  period === "days"
    ? { period: undefined, from: laterOf(from, addDays(addMonths(to, -12), 1)), to }
    : { period, from: undefined, to: undefined };

/** A client's statement of account, for printing. Its days are in the address. */
export default function AccountPage() {
  const { id = "" } = useParams();
  const page = useQuery(clientPage(id));
  const link = useQuery(accountLink(id));
  const company = useQuery(companySettings);
  const address = useAddress();
  const dialog = useDialog();
  const span = spanInAddress(address);
  const period = span ? "days" : address.get("period");
  const { today = "" } = page.data ?? {};
  const { from, to } = today ? periodOf(span ?? period, today) : { to: "" };
  const statement = useQuery({
    ...clientStatement(id, { ...(from && { from }), to }),
    enabled: today !== "",
    placeholderData: keepPreviousData,
  });
  const { data } = statement;
  const error = page.error ?? statement.error ?? company.error;
  const notFound = error instanceof ApiError && (error.status === 404 || error.status === 400);
  const name = page.data && !notFound ? page.data.client.name : "Client";
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
  if (!page.data || !data || !company.data || notFound)
    return (
      <>
        {head()}
        {!error && <ListLoading>Loading statement...</ListLoading>}
        {notFound && (
          <ListEmpty title="Client not found" heading="h2">
            There is no client at this address.
          </ListEmpty>
        )}
        {!notFound && <QueryFailure query={[page, statement, company]} texts={failed} />}
      </>
    );

  const { client } = page.data;
  const { unreadable } = data;
  const statements = byCurrency(data);
  const begins = data.from ?? data.entries[0]?.day ?? today;
  return (
    <>
      {head(
        <Group gap={8}>
          <Button
            variant="default"
            onClick={() =>
              void saveCsv(...statementExport(client, statements, { from: begins, to: data.to }))
            }
          >
            Export CSV
          </Button>
          {!client.erased_at && !client.sample && (
            <Button
              variant="default"
              onClick={() =>
                dialog.open("statement", statementDialogValue(client.id, { from: begins, to: data.to }))
              }
            >
              Email statement
            </Button>
          )}
          <Button onClick={() => window.print()}>Print or save as PDF</Button>
        </Group>,
      )}
      <Stack className="unprinted" gap={16} mb={24}>
        <QueryFailure query={[page, statement, company]} texts={failed} />
        {client.sample && (
          <Notice tone="plain" quiet>
            This is sample data. Nobody owes these amounts.
          </Notice>
        )}
        <ListUnreadable unreadable={unreadable} />
        <Choice
          label="Dates"
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
        span={data}
        today={today}
        complete={!unreadable}
        link={link.data?.url}
      />
    </>
  );
}
