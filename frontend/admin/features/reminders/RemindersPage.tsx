import { Link, useSearchParams } from "react-router";
import { LastRunStatus, SendingProblem } from "../../components/ui/LastRunStatus.tsx";
import { PageHead } from "../../components/ui/PageHead.tsx";
import { NextRun } from "./NextRun.tsx";
import classes from "./RemindersPage.module.css";
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
      <PageHead title="Reminders" lead="Sent emails and their delivery, and the next daily run." brief />
      <SendingProblem mb={24} />
      <LastRunStatus />
      <nav aria-label="Reminders" className={classes.views}>
        {views.map(({ name, to, show }) => (
          <Link key={name} to={to} aria-current={(show === "next") === next ? "page" : undefined}>
            {name}
          </Link>
        ))}
      </nav>
      {next ? <NextRun /> : <SendLog />}
    </>
  );
}
