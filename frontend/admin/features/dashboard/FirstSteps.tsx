import { VisuallyHidden } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";

import { Icon } from "../../components/ui/Icon.tsx";
import { companySettings } from "../../queries/settings.ts";
import { usePerson } from "../../session/SessionProvider.tsx";
import classes from "./FirstSteps.module.css";
import type { Data } from "./use-due.ts";

type Step = { text: string; to: string; done: boolean };

/** A checklist for setting up. It disappears when all steps are done. */
export function FirstSteps({ data: { stats, tested = false } }: { data: Data }) {
  const company = useQuery(companySettings).data;
  const isAdmin = usePerson().role === "admin";
  if (!company) return null;
  const steps: Step[] = [
    {
      text: isAdmin ? "Enter the company's details" : "Ask an administrator to enter the company's details",
      to: "/admin/settings",
      done: company.company_name !== "",
    },
    { text: "Add the first client", to: "/admin/clients?add=client", done: stats.realRecords > 0 },
    {
      text: "Add the first subscription",
      to: "/admin/subscriptions?add=subscription",
      done: stats.realRecords > 0 && stats.totalActiveSubscriptions > 0,
    },
    { text: "Send yourself a test email", to: "/admin/settings/emails", done: tested },
  ];
  if (steps.every(({ done }) => done)) return null;
  return (
    <ol className={`ruled ${classes.steps}`} aria-label="Checklist">
      {steps.map(({ text, to, done }) => (
        <li key={to} data-done={done || undefined}>
          <span className={classes.mark}>{done && <Icon name="check" size={14} />}</span>
          {done ? (
            <span className="quiet">
              {text}
              <VisuallyHidden>: done</VisuallyHidden>
            </span>
          ) : (
            <Link to={to}>{text}</Link>
          )}
        </li>
      ))}
    </ol>
  );
}
