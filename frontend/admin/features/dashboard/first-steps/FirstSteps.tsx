import { Box, Button, Group, Stack, VisuallyHidden } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";
import type { AllRoutes } from "../../../../../shared/api/api.ts";
import type { DashboardStats } from "../../../../../shared/dashboard/dashboard.ts";
import type { ResponseOf } from "../../../../../shared/route.ts";
import { missingSamples } from "../../../../../shared/samples/records.ts";
import { request } from "../../../../api.ts";
import { ErrorNotice } from "../../../components/form/Failure.tsx";
import { announce } from "../../../components/ui/announce.ts";
import { Icon } from "../../../components/ui/Icon.tsx";
import { Notice } from "../../../components/ui/Notice.tsx";
import { refreshRecords } from "../../../queries/cache.ts";
import { staffList } from "../../../queries/lists.ts";
import { companySettings } from "../../../queries/settings.ts";
import { usePerson } from "../../../session/SessionProvider.tsx";
import type { Dashboard } from "../queries.ts";
import classes from "./FirstSteps.module.css";
import type { Seeding } from "./use-seeding.ts";

type Step = {
  text: string;
  to: string;
  done: boolean;
  /** Another way to do it. */
  or?: { text: string; to: string };
  /** The list is complete without it. */
  optional?: true;
};

/** A checklist for setting up. It disappears when all steps are done. */
export function FirstSteps({ data: { stats, tested = false } }: { data: Dashboard }) {
  const company = useQuery(companySettings).data;
  const isAdmin = usePerson().role === "admin";
  const members = useQuery({ ...staffList, enabled: isAdmin }).data?.rows.length ?? 1;
  if (!company) return null;
  const hasPaymentDetails =
    company.mpesa_paybill !== "" || company.mpesa_till !== "" || company.bank_account_number !== "";
  const named = company.company_name !== "";
  const steps: Step[] = [
    isAdmin
      ? { text: "Enter the company's details", to: "/admin/settings", done: named }
      : { text: "Ask an administrator to enter the company's details", to: "/admin/settings", done: named },
    {
      text: "Add the first client",
      to: "/admin/clients?add=client",
      or: { text: "import your clients from a spreadsheet", to: "/admin/clients/import" },
      done: stats.realRecords > 0,
    },
    {
      text: "Add the first subscription",
      to: "/admin/subscriptions?add=subscription",
      done: stats.realRecords > 0 && stats.totalActiveSubscriptions > 0,
    },
  ];
  if (isAdmin)
    steps.push({
      text: "Enter how clients pay you",
      to: "/admin/settings/getting-paid",
      done: hasPaymentDetails,
    });
  steps.push({ text: "Send yourself a test reminder", to: "/admin/settings/emails", done: tested });
  if (isAdmin)
    steps.push({
      text: "Invite your colleagues",
      to: "/admin/settings/staff",
      done: members > 1,
      optional: true,
    });
  if (steps.every(({ done, optional }) => done || optional)) return null;
  return (
    <Box component="ol" className={`ruled ${classes.steps}`} mb={24} aria-label="Checklist">
      {steps.map(({ text, to, done, or, optional }, index) => (
        <Group key={to} component="li" gap={12} py={10} wrap="nowrap">
          <Box className="figures quiet" miw={20} ta="center" lh={1} c={done ? "var(--fine)" : undefined}>
            {done ? <Icon name="check" /> : index + 1}
          </Box>
          {done ? (
            <span className="quiet">
              <span>{text}</span>
              <VisuallyHidden>: done</VisuallyHidden>
            </span>
          ) : (
            <span>
              <Link to={to}>{text}</Link>
              {or && (
                <>
                  <span>, or </span>
                  <Link to={or.to}>{or.text}</Link>
                </>
              )}
              {optional && <span className="quiet"> (optional)</span>}
            </span>
          )}
        </Group>
      ))}
    </Box>
  );
}

type WelcomeProps = { data: Dashboard; seeding: Seeding; start: () => void };

/** Shown while there are no active records. */
export function Welcome({ data, seeding: { state, text }, start }: WelcomeProps) {
  const hasRecords = data.stats.realRecords > 0;
  return (
    <section className={classes.welcome} aria-label="First steps">
      <div>
        <h2>Welcome</h2>
        <Box component="p" my={8} maw="40rem">
          {hasRecords
            ? "You have clients or subscriptions, but none is active. Renewals of active ones appear here."
            : "Here you see who has to pay, when and how much. A few steps, and reminders go out by themselves."}
        </Box>
        <FirstSteps data={data} />
      </div>
      <Stack gap={12}>
        {!hasRecords && (
          <div className={`boxed ${classes.samples}`}>
            <h3>Look around first?</h3>
            <p>
              Sample data shows how it works: five invented clients who pay for six subscriptions, one of them
              late. They get no email, and you can remove them all again.
            </p>
            <Button variant="default" onClick={start} aria-disabled={state === "working" || state === "done"}>
              Add sample data
            </Button>
          </div>
        )}
        <Box role="status" mih={28}>
          {state === "working" && <span>{text}</span>}
          {state === "done" && (
            <Notice tone="success" quiet>
              {text}
            </Notice>
          )}
        </Box>
        {state === "failed" && <Notice tone="error">{text}</Notice>}
      </Stack>
    </section>
  );
}

type SamplesProps = { stats: DashboardStats; finish: () => void; onRemoved: () => void };

/** A notice about sample data, with buttons to remove it or to finish an interrupted seeding. */
export function Samples({ stats, finish, onRemoved }: SamplesProps) {
  const { sampleRecords: count, realRecords } = stats;
  const missing = missingSamples(stats);
  const mayRemove = usePerson().role === "admin" || realRecords === 0;
  const remove = useRemoveSamples(({ clients, subscriptions }) => {
    announce(`${clients} sample clients and ${subscriptions} sample subscriptions were removed.`);
    document.querySelector<HTMLElement>("main h1")?.focus();
    onRemoved();
  });
  const changed = useMutation({ mutationFn: () => request("GET /api/v1/samples", {}) });
  const ask = (
    <>
      {missing > 0 && (
        <Button size="sm" onClick={finish}>
          Finish
        </Button>
      )}
      <Button
        size="sm"
        variant="default"
        aria-disabled={changed.isPending}
        onClick={() => !changed.isPending && changed.mutate()}
      >
        Remove sample data
      </Button>
    </>
  );
  const confirm = (
    <>
      <Button autoFocus size="sm" variant="default" onClick={changed.reset}>
        Keep it
      </Button>
      <Button
        size="sm"
        color="red"
        aria-disabled={remove.isPending}
        onClick={() => !remove.isPending && remove.mutate()}
      >
        {remove.isPending ? "Removing..." : "Remove"}
      </Button>
    </>
  );
  return (
    <>
      <Notice tone="plain" quiet action={mayRemove && (changed.data ? confirm : ask)}>
        {changed.data ? (
          <>
            {changed.data.changed.length > 0 && (
              <p>{`Somebody edited or paid these samples: ${changed.data.changed.map(({ name }) => name).join(", ")}.`}</p>
            )}
            <p>{`Remove all ${count} sample records and what you changed in them? Your own records stay.`}</p>
          </>
        ) : missing > 0 ? (
          <p>{`Creating the sample data was interrupted: ${count} of ${count + missing} records exist. Finish it or remove them.`}</p>
        ) : (
          <p>{`${count} records are sample data. They get no email.${realRecords > 0 ? " No figure counts them, because you have records of your own." : ""}${!mayRemove ? " An administrator can remove them." : ""}`}</p>
        )}
      </Notice>
      <ErrorNotice
        error={changed.error}
        texts={["Failed to read the sample data", "An error occurred while reading the sample data"]}
        advice="Nothing was removed. Try again."
      />
      <ErrorNotice
        error={remove.error}
        texts={["Failed to remove the sample data", "An error occurred while removing the sample data"]}
      />
    </>
  );
}

type Removed = ResponseOf<AllRoutes["DELETE /api/v1/samples"]>["removed"];

/** `done` also runs if the component is gone by then. */
function useRemoveSamples(done: (removed: Removed) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => request("DELETE /api/v1/samples", {}),
    onSuccess: ({ removed }) => {
      done(removed);
      return refreshRecords(queryClient);
    },
  });
}
