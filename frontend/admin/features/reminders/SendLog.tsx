import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo } from "react";
import { Link } from "react-router";
import { Day } from "../../../../shared/day.ts";
import { useDialog } from "../../components/form/use-dialog.ts";
import { DataTable } from "../../components/table/DataTable.tsx";
import { Choice } from "../../components/table/Filters.tsx";
import { ListHead } from "../../components/table/ListHead.tsx";
import { ListEmpty, ListFailure, ListLoading, ListUnreadable } from "../../components/table/ListState.tsx";
import { type Order, orderOf, orderText } from "../../components/table/order.ts";
import { SearchBox } from "../../components/table/SearchBox.tsx";
import toolbar from "../../components/table/Toolbar.module.css";
import { useAddress } from "../../components/table/use-address.ts";
import { useSearch } from "../../components/table/use-search.ts";
import { Badge } from "../../components/ui/Badge.tsx";
import { useNarrow } from "../../components/ui/use-narrow.ts";
import { senderStatus } from "../../queries/reminders.ts";
import { count } from "../../words/count.ts";
import { formatLongDay } from "../../words/dates.ts";
import { outcomeGroupNames, outcomeGroups } from "../../words/reminders.ts";
import { logColumns } from "./columns.tsx";
import { DayChoice } from "./DayChoice.tsx";
import { type Line, sortable, usualOrder } from "./log.ts";
import { sendLog } from "./queries.ts";
import { useShown } from "./use-shown.ts";

const failed = ["Failed to fetch the send log", "An error occurred while fetching the send log"] as const;

/** The emails of one day, newest first. Which day stands in the address, also when it is today. */
export function SendLog() {
  const status = useQuery(senderStatus);
  const today = status.data?.today;
  const { get, set } = useAddress();
  const asked = get("day");
  const day = Day.safeParse(asked).success ? asked : today;

  useEffect(() => {
    if (today && !asked) set({ day: today });
  }, [today, asked, set]);

  if (day) return <DayLog day={day} today={today ?? day} get={get} set={set} />;
  if (status.error) {
    return (
      <ListFailure error={status.error} words={failed} some={false} retry={() => void status.refetch()} />
    );
  }
  return <ListLoading>Loading the send log...</ListLoading>;
}

const nameOf = ({ to }: Line) => to;

type Props = { day: Day; today: Day } & ReturnType<typeof useAddress>;

function DayLog({ day, today, get, set }: Props) {
  const log = useQuery(sendLog(day));
  const dialog = useDialog();
  const narrow = useNarrow();
  const [search, setSearch] = useSearch(get("q"), (q) => set({ q }));
  const [group, orderInAddress] = [get("outcome"), get("sort")];
  const order = useMemo(() => orderOf(orderInAddress, sortable, usualOrder), [orderInAddress]);
  const { lines, counts, shown } = useShown(log.data, group, search, order);
  const sort = useCallback((order: Order) => set({ sort: orderText(order) }), [set]);
  const columns = useMemo(() => logColumns((id) => dialog.open("remind", id)), [dialog.open]);
  const options = [
    ["", "All Outcomes"] as const,
    ...outcomeGroups.map((one) => [one, `${outcomeGroupNames[one]} (${count(counts?.[one] ?? 0)})`] as const),
  ];

  return (
    <>
      <DayChoice day={day} today={today} onChange={(day) => set({ day })} />
      {log.error && (
        <ListFailure
          error={log.error}
          words={failed}
          some={(lines?.length ?? 0) > 0}
          retry={() => void log.refetch()}
        />
      )}
      <div className={toolbar.toolbar}>
        <SearchBox label="Search the send log" value={search} onChange={setSearch} compact={narrow} />
        <Choice
          label="Outcome"
          value={group}
          options={options}
          onChange={(outcome) => set({ outcome })}
          compact={narrow}
        />
      </div>
      <section aria-labelledby="log">
        <ListHead
          id="log"
          title={day === today ? `Today, ${formatLongDay(day)}` : formatLongDay(day)}
          loadingMore={log.isFetching && log.data?.complete === false}
          shown={shown?.length ?? 0}
          total={lines?.length ?? 0}
        >
          {lines && <Badge tone="quiet" dot={false}>{`${count(lines.length)} total`}</Badge>}
          {lines && day === today && (
            <Button
              variant="subtle"
              size="compact-sm"
              aria-disabled={log.isFetching}
              onClick={() => !log.isFetching && void log.refetch()}
            >
              {log.isFetching ? "Refreshing..." : "Refresh"}
            </Button>
          )}
        </ListHead>
        <ListUnreadable unreadable={log.data?.unreadable} />
        {log.isPending && <ListLoading>Loading the send log...</ListLoading>}
        {shown && shown.length > 0 && (
          <DataTable
            label="Send log"
            columns={columns}
            rows={shown}
            order={order}
            onOrder={sort}
            cards={narrow}
            nameOf={nameOf}
          />
        )}
        {lines?.length === 0 && log.data?.complete && !log.error && <NothingSent today={day === today} />}
        {shown?.length === 0 && lines && lines.length > 0 && (
          <ListEmpty
            title="No emails match"
            action={
              <Button
                variant="default"
                onClick={() => {
                  setSearch("");
                  set({ q: "", outcome: "" });
                }}
              >
                Show all emails
              </Button>
            }
          >
            None of this day's emails fits this search and filter.
          </ListEmpty>
        )}
      </section>
    </>
  );
}

const NothingSent = ({ today }: { today: boolean }) => (
  <ListEmpty
    title={today ? "Nothing sent today" : "Nothing sent on this day"}
    action={
      <Button component={Link} to="/admin/reminders?show=next" variant="default">
        See the next run
      </Button>
    }
  >
    Every email to a client or to the company is listed here on the day it went out, with what became of it.
  </ListEmpty>
);
