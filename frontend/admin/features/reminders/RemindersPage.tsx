import { Link, useSearchParams } from "react-router";
import { Heartbeat, SenderTrouble } from "../../components/ui/Heartbeat.tsx";
import { PageHead } from "../../components/ui/PageHead.tsx";
import { NextRun } from "./NextRun.tsx";
import classes from "./RemindersPage.module.css";
import { SendLog } from "./SendLog.tsx";

const views = [
  { name: "Send log", to: "/admin/reminders", show: null },
  { name: "Next run", to: "/admin/reminders?show=next", show: "next" },
];

/** What was sent, day by day, and what the next run will send. */
export default function RemindersPage() {
  const [params] = useSearchParams();
  const next = params.get("show") === "next";
  return (
    <>
      <PageHead
        title="Reminders"
        lead="What was written to whom, what became of it, and what comes next."
        brief
      />
      <SenderTrouble mb={24} />
      <Heartbeat />
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
