import { Box, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { AllRoutes } from "../../../../shared/api.ts";
import type { AnswerOf } from "../../../../shared/route.ts";
import { useDialog } from "../../components/form/use-dialog.ts";
import { ListFailure, ListLoading } from "../../components/table/ListState.tsx";
import { Columns } from "../../components/ui/Columns.tsx";
import { SenderTrouble } from "../../components/ui/Heartbeat.tsx";
import { Notice } from "../../components/ui/Notice.tsx";
import { PageHead } from "../../components/ui/PageHead.tsx";
import { dollars } from "../../words/amount.ts";
import { Figures } from "./Figures.tsx";
import { Forecast } from "./Forecast.tsx";
import { Money } from "./Money.tsx";
import { NextEmails } from "./NextEmails.tsx";
import { dashboardStats } from "./queries.ts";
import { Samples } from "./Samples.tsx";
import { missingSamples } from "./samples.ts";
import { Upcoming } from "./Upcoming.tsx";
import { useSeeding } from "./use-seeding.ts";
import { Welcome } from "./Welcome.tsx";

export default function DashboardPage() {
  const { data, error, isPending, refetch } = useQuery(dashboardStats);
  const { seeding, start, forget } = useSeeding(data?.today ?? "");
  const stats = data?.stats;
  const partial = stats !== undefined && missingSamples(stats) > 0;
  const resting = seeding.state === "idle" || seeding.state === "failed";
  const samples = stats && stats.sampleRecords > 0 && resting && (
    <Stack gap={12} mt={partial ? 0 : 40} mb={partial ? 24 : 0}>
      <Samples stats={stats} finish={start} onRemoved={forget} />
    </Stack>
  );
  const firstRun = stats && stats.totalActiveClients === 0 && stats.totalActiveSubscriptions === 0;
  return (
    <>
      <PageHead title="Dashboard" lead="What needs attention, what is coming, and how things stand." />
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
      {stats && (firstRun || seeding.state !== "idle") && (
        <Welcome stats={stats} seeding={seeding} start={start} />
      )}
      {data && !firstRun && seeding.state === "idle" && <Full data={data} />}
      {!partial && samples}
    </>
  );
}

type Data = AnswerOf<AllRoutes["GET /api/v1/dashboard/stats"]>;

function Full({ data }: { data: Data }) {
  const { stats, upcomingRenewals, unreadable, today } = data;
  const dialog = useDialog();
  return (
    <>
      <SenderTrouble mb={24} />
      {stats.overdueSubscriptions > 0 && (
        <Box mb={24}>
          <Notice tone="error" action={<Link to="/admin/subscriptions?due=overdue">Show them</Link>}>
            <p>
              Attention: You have {stats.overdueSubscriptions} overdue subscription(s) that need immediate
              attention.
            </p>
            <p>{dollars(stats.overdueAmount)} overdue in all.</p>
          </Notice>
        </Box>
      )}
      <Columns widths="minmax(0, 1fr) 320px">
        <Upcoming
          renewals={upcomingRenewals}
          unreadable={unreadable}
          today={today}
          renew={(id) => dialog.open("renew", id)}
        />
        <Stack gap={32}>
          <Money renewals={upcomingRenewals} stats={stats} today={today} />
          <NextEmails />
        </Stack>
      </Columns>
      <Figures stats={stats} />
      <Forecast samples={stats.realRecords === 0} />
    </>
  );
}
