import { Box, Button, Group, Stack } from "@mantine/core";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { DueNote } from "../../../../shared/clients/timeline.ts";
import { count } from "../../../../shared/count.ts";
import { isFirstRun, isSettingUp } from "../../../../shared/dashboard.ts";
import { formatDay, formatLongDay } from "../../../../shared/dates.ts";
import type { Day } from "../../../../shared/day.ts";
import { reasonText } from "../../../../shared/reminders/email-failures.ts";
import { emailKindNames } from "../../../../shared/reminders/fields.ts";
import type { ExpectedReminder } from "../../../../shared/reminders/reminder.ts";
import { missingSamples } from "../../../../shared/samples/records.ts";
import { request } from "../../../api.ts";
import { ListFailure, ListLoading } from "../../components/table/ListState.tsx";
import { announce } from "../../components/ui/announce.ts";
import { BrokenRow } from "../../components/ui/BrokenRow.tsx";
import { ClientLink } from "../../components/ui/ClientLink.tsx";
import { Columns } from "../../components/ui/Columns.tsx";
import { LastRunStatus, SendingProblem } from "../../components/ui/LastRunStatus.tsx";
import { Notice } from "../../components/ui/Notice.tsx";
import { PageHead } from "../../components/ui/PageHead.tsx";
import { keyOf } from "../../queries/cache.ts";
import { useSettleNote } from "../../queries/client-page.ts";
import { nextRun } from "../../queries/reminders.ts";
import { type Data, DueList } from "./DueList.tsx";
import { Figures, FurtherFigures } from "./Figures.tsx";
import { FirstSteps, Samples, Welcome } from "./FirstSteps.tsx";
import { Months } from "./Months.tsx";
import { Sending } from "./Sending.tsx";
import { useSeeding } from "./use-seeding.ts";

const dashboardStats = queryOptions({
  queryKey: keyOf("dashboard"),
  queryFn: ({ signal }) => request("GET /api/v1/dashboard/stats", {}, signal),
});

export default function DashboardPage() {
  const { data, error, isPending, refetch } = useQuery(dashboardStats);
  const { seeding, start, reset } = useSeeding(data?.today ?? "");
  const stats = data?.stats;
  const partial = stats !== undefined && missingSamples(stats) > 0;
  const notSeeding = seeding.state === "idle" || seeding.state === "failed";
  const samples = stats && stats.sampleRecords > 0 && notSeeding && (
    <Stack gap={12} mt={partial ? 0 : 40} mb={partial ? 24 : 0}>
      <Samples stats={stats} finish={start} onRemoved={reset} />
    </Stack>
  );
  const first = stats && isFirstRun(stats);
  return (
    <>
      <PageHead title="Dashboard" lead="Overdue and upcoming renewals, and key figures." brief />
      {isPending && <ListLoading>Loading dashboard...</ListLoading>}
      {error && (
        <ListFailure
          error={error}
          words={["Failed to fetch dashboard data", "An error occurred while fetching data"]}
          some={data !== undefined}
          retry={() => void refetch()}
        />
      )}
      {partial && samples}
      {data && (first || seeding.state !== "idle") && <Welcome data={data} seeding={seeding} start={start} />}
      {data && !first && seeding.state === "idle" && <Full data={data} />}
      {!partial && samples}
    </>
  );
}

function Full({ data }: { data: Data }) {
  const { stats, upcomingRenewals, notes, today } = data;
  return (
    <>
      <SendingProblem mb={24} />
      {isSettingUp(stats) && <FirstSteps data={data} />}
      <Figures stats={stats} renewals={upcomingRenewals} received={data.received?.at(-1)} />
      {stats.overdueSubscriptions > 0 && (
        <Box mb={24}>
          <Notice tone="error" action={<Link to="/admin/subscriptions?due=overdue">Show them</Link>}>
            Attention: You have {stats.overdueSubscriptions} overdue subscription(s) that need immediate
            attention.
          </Notice>
        </Box>
      )}
      <DueNotes notes={notes} today={today} />
      <Columns widths="minmax(0, 1fr) 320px">
        <DueList data={data} />
        <Stack gap={32}>
          <Sending today={today} />
          <NextEmails />
        </Stack>
      </Columns>
      <FurtherFigures stats={stats} />
      <Months data={data} />
    </>
  );
}

/** Notes with a date up to today, until somebody marks them as done. */
function DueNotes({ notes = [], today }: { notes: readonly DueNote[] | undefined; today: Day }) {
  const settle = useSettleNote();
  if (notes.length === 0) return null;
  return (
    <Box component="section" mb={24} aria-labelledby="due-notes">
      <h2 id="due-notes">Notes for today</h2>
      <ul className="ruled">
        {notes.map(({ id, client_id, client_name, text, due_on, name }) => (
          <Group key={id} component="li" justify="space-between" wrap="nowrap" py={10}>
            {/* A long name is cut instead of moving the button out of the page. */}
            <div style={{ minWidth: 0, overflowWrap: "anywhere" }}>
              <ClientLink id={client_id} name={client_name} />
              <p style={{ whiteSpace: "pre-wrap" }}>{text}</p>
              <p className="quiet smaller">
                {due_on === today ? "Today" : formatDay(due_on)} · {name}
              </p>
            </div>
            <Button
              size="xs"
              variant="default"
              flex="none"
              aria-label={`Done: the note on ${client_name}`}
              aria-disabled={settle.isPending}
              onClick={() =>
                !settle.isPending &&
                settle.mutate(
                  { id: client_id, note: id },
                  {
                    onSuccess: () => announce(`The note on ${client_name} is done.`),
                    onError: () => announce("The note could not be marked as done. Try again.", "error"),
                  },
                )
              }
            >
              Done
            </Button>
          </Group>
        ))}
      </ul>
    </Box>
  );
}

const MAX_LISTED = 4;

/** The first reminders of the next daily run, and a link to all. */
function NextEmails() {
  const { data, error, refetch } = useQuery(nextRun);
  const all = data ? data.sending + data.skipping : 0;
  return (
    <Stack component="section" gap={10} aria-labelledby="next-emails">
      <h2 id="next-emails">Next reminders</h2>
      {!data && !error && <p className="quiet">Loading the next run...</p>}
      {!data && error && (
        <p className="quiet">
          We could not load the next run.{" "}
          <Button size="compact-sm" variant="subtle" onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      )}
      {data && (
        <p className="quiet">
          {formatLongDay(data.day)}:{" "}
          {all === 0 ? (
            "no reminders."
          ) : (
            <>
              <strong className="figures">{count(data.sending)} to send</strong>
              {data.skipping > 0 && `, ${count(data.skipping)} skipped`}.
            </>
          )}
        </p>
      )}
      {data && all > 0 && (
        <ul className="ruled">
          {data.reminders.slice(0, MAX_LISTED).map((reminder) => (
            <BrokenRow key={reminder.subscription_id} of={reminder}>
              <Row reminder={reminder} />
            </BrokenRow>
          ))}
        </ul>
      )}
      {all > 0 && (
        <Link to="/admin/reminders?show=next" style={{ width: "fit-content", paddingBlock: 4 }}>
          {all > MAX_LISTED ? `See all ${count(all)} in the next run` : "See the next run"}
        </Link>
      )}
      <LastRunStatus />
    </Stack>
  );
}

const Row = ({
  reminder: { client_id, client_name, service, kind, skipped },
}: {
  reminder: ExpectedReminder;
}) => (
  <li style={{ paddingBlock: 8, lineHeight: 1.35 }}>
    <ClientLink id={client_id} name={client_name} />
    <span className="quiet smaller">
      {[service, skipped === undefined ? emailKindNames[kind] : `Skipped: ${reasonText(skipped)}`]
        .filter(Boolean)
        .join(" · ")}
    </span>
  </li>
);
