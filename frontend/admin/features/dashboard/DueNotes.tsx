import { Button } from "@mantine/core";
import type { DueNote } from "../../../../shared/clients/timeline.ts";
import type { Day } from "../../../../shared/day.ts";
import { announce } from "../../components/ui/announce.ts";
import { ClientLink } from "../../components/ui/ClientLink.tsx";
import { formatDay } from "../../labels/dates.ts";
import { useSettleNote } from "../../queries/client-page.ts";
import classes from "./DashboardPage.module.css";

/** Notes with a date up to today, until somebody marks them as done. */
export function DueNotes({ notes = [], today }: { notes: readonly DueNote[] | undefined; today: Day }) {
  const settle = useSettleNote();
  if (notes.length === 0) return null;
  return (
    <section aria-labelledby="due-notes" className={classes.notes}>
      <h2 id="due-notes">Notes for today</h2>
      <ul className="ruled">
        {notes.map(({ id, client_id, client_name, text, due_on, name }) => (
          <li key={id}>
            <div>
              <ClientLink id={client_id} name={client_name} />
              <p>{text}</p>
              <p className="quiet smaller">
                {due_on === today ? "Today" : formatDay(due_on)} · {name}
              </p>
            </div>
            <Button
              size="xs"
              variant="default"
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
          </li>
        ))}
      </ul>
    </section>
  );
}
