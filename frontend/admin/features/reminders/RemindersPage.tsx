import { Group } from "@mantine/core";
import { Link, useSearchParams } from "react-router";
import { LastRunStatus, SendingProblem } from "../../components/ui/LastRunStatus.tsx";
import { PageHead } from "../../components/ui/PageHead.tsx";
import { NextRun } from "./NextRun.tsx";
import { SendLog } from "./SendLog.tsx";

const views = [
  { name: "Send log", to: "/admin/reminders", show: null },
  { name: "Next run", to: "/admin/reminders?show=next", show: "next" },
];

/** The send log by day, and the next daily run. */
export default function RemindersPage() {
  const [params] = useSearchParams();
  const next = params.get("show") === "next";
  return (
    <>
      <PageHead
        title="Reminders"
        lead={<LastRunStatus />}
        action={
          <Group component="nav" aria-label="Reminders" className="tabs" gap="4px 24px" fz="0.9375rem">
            {views.map(({ name, to, show }) => (
              <Link key={name} to={to} aria-current={(show === "next") === next ? "page" : undefined}>
                {name}
              </Link>
            ))}
          </Group>
        }
      />
      <SendingProblem mb={24} />
      {next ? <NextRun /> : <SendLog />}
    </>
  );
}
