import { Box, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { isFirstRun, isSettingUp } from "../../../../shared/dashboard.ts";
import { ListFailure, ListLoading } from "../../components/table/ListState.tsx";
import { Columns } from "../../components/ui/Columns.tsx";
import { SendingProblem } from "../../components/ui/LastRunStatus.tsx";
import { Notice } from "../../components/ui/Notice.tsx";
import { PageHead } from "../../components/ui/PageHead.tsx";
import { DueList } from "./DueList.tsx";
import { DueNotes } from "./DueNotes.tsx";
import { Figures, FurtherFigures } from "./Figures.tsx";
import { FirstSteps } from "./FirstSteps.tsx";
import { Months } from "./Months.tsx";
import { NextEmails } from "./NextEmails.tsx";
import { dashboardStats } from "./queries.ts";
import { Samples } from "./Samples.tsx";
import { Sending } from "./Sending.tsx";
import { missingSamples } from "./samples.ts";
import type { Data } from "./use-due.ts";
import { useSeeding } from "./use-seeding.ts";
import { Welcome } from "./Welcome.tsx";

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
