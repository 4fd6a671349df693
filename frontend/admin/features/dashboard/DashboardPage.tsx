import { Box, Button, Group, SimpleGrid, Skeleton, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "react-router";
import type { DueNote } from "../../../../shared/clients/timeline.ts";
import { count } from "../../../../shared/count.ts";
import { type DuePromise, isFirstRun, isSettingUp } from "../../../../shared/dashboard/dashboard.ts";
import { formatDay } from "../../../../shared/dates.ts";
import { missingSamples } from "../../../../shared/samples/records.ts";
import { ListUnreadable, QueryFailure } from "../../components/table/ListState.tsx";
import { SendingProblem } from "../../components/ui/LastRunStatus.tsx";
import { ClientLink } from "../../components/ui/Lines.tsx";
import { Money } from "../../components/ui/Money.tsx";
import { Notice } from "../../components/ui/Notice.tsx";
import { PageHead } from "../../components/ui/PageHead.tsx";
import { RowsSkeleton } from "../../components/ui/Skeletons.tsx";
import { useSettleNote } from "../../queries/client-page.ts";
import { companyBeside } from "../../rules/client-company.ts";
import classes from "./DashboardPage.module.css";
import { Overdue, Week } from "./DueLists.tsx";
import { Figures, FurtherFigures } from "./Figures.tsx";
import { FirstSteps, Samples, Welcome } from "./first-steps/FirstSteps.tsx";
import { useSeeding } from "./first-steps/use-seeding.ts";
import { Months } from "./months/Months.tsx";
import { type Dashboard, dashboardStats } from "./queries.ts";
import { Reminders } from "./Reminders.tsx";

export default function DashboardPage() {
  const query = useQuery(dashboardStats);
  const { data, isPending } = query;
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
      <PageHead title="Dashboard" brief />
      {isPending && <DashboardLoading />}
      <QueryFailure
        query={query}
        texts={["Failed to fetch dashboard data", "An error occurred while fetching data"]}
      />
      {partial && samples}
      {data && (first || seeding.state !== "idle") && <Welcome data={data} seeding={seeding} start={start} />}
      {data && !first && seeding.state === "idle" && <Full data={data} />}
      {!partial && samples}
    </>
  );
}

function Full({ data }: { data: Dashboard }) {
  const { stats, unreadable } = data;
  return (
    <>
      <SendingProblem mb={16} />
      {isSettingUp(stats) && <FirstSteps data={data} />}
      <Figures stats={stats} received={data.received.at(-1)} />
      {stats.overdueSubscriptions > 0 && (
        <Notice
          tone="error"
          mb={8}
          action={showOverdue}
        >{`Attention: You have ${stats.overdueSubscriptions} overdue subscription(s) that need immediate attention.`}</Notice>
      )}
      <ListUnreadable unreadable={unreadable} />
      <div className={classes.columns}>
        <Overdue data={data} />
        <Week data={data} />
        <Notes data={data} />
        <Reminders data={data} />
      </div>
      <FurtherFigures stats={stats} />
      <Months data={data} />
    </>
  );
}

/** As high as the banner's line, so that the banner is one line high. */
const showOverdue = (
  <Box my={-6}>
    <Link to="/admin/subscriptions?due=overdue">Show them</Link>
  </Box>
);

/** The page to come: figures and columns. */
const DashboardLoading = () => (
  <div role="status">
    <p className="quiet small">Loading dashboard...</p>
    <SimpleGrid cols={{ base: 2, sm: 4 }} spacing={24} py={12} aria-hidden="true">
      {["overdue", "due", "running", "received"].map((figure) => (
        <Skeleton key={figure} height={64} />
      ))}
    </SimpleGrid>
    <div className={classes.columns}>
      <RowsSkeleton />
      <RowsSkeleton />
    </div>
  </div>
);

/** More are shown when somebody asks for them. */
const MAX_NOTES = 4;

/** Promises that are not kept, and notes with a date up to today, until somebody marks them as done. */
function Notes({ data: { notes = [], promises = [] } }: { data: Dashboard }) {
  const [params] = useSearchParams();
  const all = params.get("notes") === "all";
  const lines = [
    ...promises.map((promise) => <Promised key={promise.client_id} promise={promise} />),
    ...notes.map((note) => <Note key={note.id} note={note} />),
  ];
  const shown = all ? lines : lines.slice(0, MAX_NOTES);
  return (
    <section aria-labelledby="notes">
      <Group justify="space-between" wrap="nowrap" h={{ base: 44, sm: 28 }}>
        <h2 id="notes">{lines.length > 0 ? "Notes for today" : "Notes"}</h2>
        {lines.length > MAX_NOTES && (
          <Box
            component={Link}
            to={all ? "?" : "?notes=all"}
            className="action"
            mih={{ base: 44, sm: 32 }}
            mr={-8}
            aria-label={all ? "Show fewer notes" : `See all ${count(lines.length)} notes`}
          >
            {all ? "Fewer" : `All ${count(lines.length)}`}
          </Box>
        )}
      </Group>
      {lines.length === 0 && (
        <p className="quiet small">
          None for today. A note with a day, written on a client's page, appears here on that day.
        </p>
      )}
      {shown.length > 0 && <ul className="ruled">{shown}</ul>}
    </section>
  );
}

type Named = { id: string; name: string; company: string | undefined };

const NamedClient = ({ id, name, company }: Named) => (
  <Group gap={6} wrap="nowrap" align="baseline">
    <Box miw={0}>
      <ClientLink id={id} name={name} />
    </Box>
    {companyBeside(name, company) && (
      <Box component="span" className="quiet cut" flex={1} title={company}>
        {company}
      </Box>
    )}
  </Group>
);

const Promised = ({ promise: { client_id, client_name, company, day } }: { promise: DuePromise }) => (
  <Box component="li" h={{ base: 45, sm: 37 }} className="smaller" lh={1.3}>
    <NamedClient id={client_id} name={client_name} company={company} />
    <p className="quiet cut">{`Promised to pay by ${formatDay(day)}`}</p>
  </Box>
);

function Note({ note }: { note: DueNote }) {
  const { id, client_id, client_name, company, text, due_on, name } = note;
  const settle = useSettleNote(`The note on ${client_name}`, { id: client_id, note: id });
  const title = [
    [client_name, company].filter(Boolean).join(", "),
    text,
    `${formatDay(due_on)} · ${name}`,
  ].join("\n");
  return (
    <Group component="li" gap={8} h={{ base: 45, sm: 37 }} justify="space-between" wrap="nowrap">
      <Box flex={1} miw={0} className="smaller" lh={1.3} title={title}>
        <NamedClient id={client_id} name={client_name} company={company} />
        <p className="quiet cut">
          <Money>{text}</Money>
        </p>
      </Box>
      <Button
        size="compact-sm"
        h={{ base: 44, sm: 28 }}
        variant="subtle"
        flex="none"
        aria-label={`Done: the note on ${client_name}`}
        {...settle}
      >
        Done
      </Button>
    </Group>
  );
}
