import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { counted } from "../../../../shared/count.ts";
import type { Day } from "../../../../shared/day.ts";
import { formatSums } from "../../../../shared/money.ts";
import { request } from "../../../api.ts";
import { ManyDialog } from "../../components/many/ManyDialog.tsx";
import { refresh, refreshIndexed } from "../../queries/cache.ts";
import { clientList, subscriptionList } from "../../queries/lists.ts";
import { notSentText } from "../../rules/send-again.ts";
import { type DueRow, remindPlan } from "./due.ts";

type Props = {
  rows: readonly DueRow[];
  today: Day;
  /** With the rows that are not done; undefined if nothing was sent. */
  onClose: (remaining: readonly DueRow[] | undefined) => void;
};

/** Sends each chosen client one reminder of what is due, at most once a day. */
export default function RemindManyDialog({ rows, today, onClose }: Props) {
  const queryClient = useQueryClient();
  const [{ data: clients }, { data: subscriptions }] = [useQuery(clientList), useQuery(subscriptionList)];
  const plan = useMemo(
    () =>
      clients?.complete && subscriptions?.complete
        ? remindPlan(rows, { clients: clients.rows, subscriptions: subscriptions.rows, today })
        : undefined,
    [rows, clients, subscriptions, today],
  );
  return (
    <ManyDialog
      title="Remind"
      button={(planned) => `Send ${counted(planned.length, "reminder")}`}
      result={(done) => `${counted(done.length, "reminder")} sent`}
      noun="client"
      plan={plan}
      summary={<p>Each client gets one email now, with all that is due. This cannot be undone.</p>}
      nameOf={({ name }) => name}
      detail={({ sums }) => formatSums(sums, "USD")}
      work={async ({ subscription = "" }) => {
        const input = { params: { id: subscription }, query: { once: "day" } } as const;
        const { reminder } = await request("POST /api/v1/subscriptions/{id}/reminders", input);
        return notSentText(reminder);
      }}
      onProgress={(finished) => {
        if (!finished) return;
        void refresh(queryClient, "reminders");
        void refreshIndexed(queryClient, "client", "dashboard");
      }}
      onClose={onClose}
    />
  );
}
