import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { mostExpected } from "../../../../shared/reminders.ts";
import { DataTable } from "../../components/table/DataTable.tsx";
import { Choice } from "../../components/table/Filters.tsx";
import { ListHead } from "../../components/table/ListHead.tsx";
import { ListEmpty, ListFailure, ListLoading, ListUnreadable } from "../../components/table/ListState.tsx";
import toolbar from "../../components/table/Toolbar.module.css";
import { useAddress } from "../../components/table/use-address.ts";
import { Badge } from "../../components/ui/Badge.tsx";
import { useNarrow } from "../../components/ui/use-narrow.ts";
import { nextRun } from "../../queries/reminders.ts";
import { count } from "../../words/count.ts";
import { formatLongDay } from "../../words/dates.ts";
import { type Expected, expectedColumns, inRunOrder, narrowed } from "./expected.tsx";

const nameOf = ({ reminder }: Expected) => reminder.client_name;
const noOrder = { id: "", desc: false };

/** Who gets mail from the next run, and who does not and why, were nothing to change until then. */
export function NextRun() {
  const { data, error, isPending, refetch } = useQuery(nextRun);
  const { get, set } = useAddress();
  const narrow = useNarrow();
  const only = get("only");
  const expected = useMemo(() => data && inRunOrder(data.reminders), [data]);
  const shown = useMemo(() => expected && narrowed(expected, only), [expected, only]);
  const all = data ? data.sending + data.skipping : 0;
  return (
    <>
      {error && (
        <ListFailure
          error={error}
          words={["Failed to fetch the next run", "An error occurred while fetching the next run"]}
          some={data !== undefined}
          retry={() => void refetch()}
        />
      )}
      {data && all > 0 && (
        <div className={toolbar.toolbar}>
          <Choice
            label="Which"
            value={only}
            options={[
              ["", `All (${count(all)})`],
              ["sending", `Will be sent (${count(data.sending)})`],
              ["skipping", `Will be skipped (${count(data.skipping)})`],
            ]}
            onChange={(only) => set({ only })}
            compact={narrow}
          />
        </div>
      )}
      <section aria-labelledby="next">
        {isPending && <ListLoading>Looking ahead...</ListLoading>}
        {data && (
          <ListHead
            id="next"
            title={`The run of ${formatLongDay(data.day)}`}
            loadingMore={false}
            shown={shown?.length ?? 0}
            total={expected?.length ?? 0}
          >
            <Badge tone="quiet" dot={false}>{`${count(data.sending)} to send`}</Badge>
          </ListHead>
        )}
        <ListUnreadable unreadable={data?.unreadable} />
        {data && all > mostExpected && (
          <p className={toolbar.shown}>
            The first {count(mostExpected)} of {count(all)} are listed.
          </p>
        )}
        {shown && shown.length > 0 && (
          <DataTable
            label="Next run"
            columns={expectedColumns}
            rows={shown}
            order={noOrder}
            onOrder={() => {}}
            cards={narrow}
            nameOf={nameOf}
          />
        )}
        {data && all === 0 && (
          <ListEmpty title="Nobody is to be written to">
            The next run finds nothing due that has not been reminded of already.
          </ListEmpty>
        )}
        {shown?.length === 0 && all > 0 && (
          <ListEmpty
            title="None of these"
            action={
              <Button variant="default" onClick={() => set({ only: "" })}>
                Show all
              </Button>
            }
          >
            Nothing in the next run fits this filter.
          </ListEmpty>
        )}
      </section>
    </>
  );
}
