import { Box, SimpleGrid, Skeleton, Stack, VisuallyHidden } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { isFirstRun, isSettingUp, MAX_DEBTS } from "../../../../shared/dashboard/dashboard.ts";
import { missingSamples } from "../../../../shared/samples/records.ts";
import { ListUnreadable, QueryFailure } from "../../components/table/ListState.tsx";
import { Notice } from "../../components/ui/Notice.tsx";
import { PageHead } from "../../components/ui/PageHead.tsx";
import { RowsSkeleton } from "../../components/ui/Skeletons.tsx";
import { usePhone } from "../../components/ui/use-narrow.ts";
import classes from "./DashboardPage.module.css";
import { Overdue, Week } from "./DueLists.tsx";
import { Figures, OtherFigures, OwedFigures } from "./Figures.tsx";
import { FirstSteps, Samples, Welcome } from "./first-steps/FirstSteps.tsx";
import { useSeeding } from "./first-steps/use-seeding.ts";
import { Months } from "./months/Months.tsx";
import { type Dashboard, dashboardStats } from "./queries.ts";
import { Reminders } from "./Reminders.tsx";
import { Today } from "./Today.tsx";

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
  const full = data && !first && seeding.state === "idle" ? data : undefined;
  const onPhone = usePhone();
  return (
    <>
      <PageHead title="Dashboard" brief action={full && !onPhone && <Reminders data={full} />} />
      {isPending && <DashboardLoading />}
      <QueryFailure
        query={query}
        texts={["Failed to fetch dashboard data", "An error occurred while fetching data"]}
      />
      {partial && samples}
      {data && !full && <Welcome data={data} seeding={seeding} start={start} />}
      {full && <Full data={full} onPhone={onPhone} />}
      {!partial && samples}
    </>
  );
}

/** On phones, who owes money comes before what people look at once a day. */
function Full({ data, onPhone }: { data: Dashboard; onPhone: boolean }) {
  const { stats, received } = data;
  return (
    <>
      {isSettingUp(stats) && <FirstSteps data={data} />}
      {onPhone ? <OwedFigures stats={stats} /> : <Figures stats={stats} months={received} />}
      <Attention data={data} />
      <Today data={data} />
      <div className={classes.columns}>
        <Overdue data={data} />
        <Week data={data} />
      </div>
      {onPhone && (
        <>
          <Reminders data={data} />
          <OtherFigures stats={stats} months={received} />
        </>
      )}
      <Months data={data} />
    </>
  );
}

/** The specified banner. */
const Attention = ({ data: { stats, unreadable } }: { data: Dashboard }) => (
  <>
    {stats.overdueSubscriptions > 0 && (
      <Box my={{ base: 4, sm: 8 }}>
        <Notice
          slim
          tone="error"
          action={<Link to="/admin/money?show=overdue">Show them</Link>}
        >{`Attention: You have ${stats.overdueSubscriptions} overdue subscription(s) that need immediate attention.`}</Notice>
      </Box>
    )}
    <ListUnreadable unreadable={unreadable} />
  </>
);

/** The page to come: figures, what needs a person, and two lists. */
const DashboardLoading = () => (
  <div role="status">
    <VisuallyHidden>Loading dashboard...</VisuallyHidden>
    <SimpleGrid cols={{ base: 2, sm: 4 }} spacing={24} mb={16} aria-hidden="true">
      {["overdue", "due", "received", "per month"].map((figure) => (
        <Skeleton key={figure} height={56} />
      ))}
    </SimpleGrid>
    <div className={classes.columns}>
      <RowsSkeleton rows={MAX_DEBTS} />
      <RowsSkeleton rows={MAX_DEBTS} />
    </div>
  </div>
);
