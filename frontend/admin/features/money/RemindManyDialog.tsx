import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { counted } from "../../../../shared/count.ts";
import type { Day } from "../../../../shared/day.ts";
import { formatSums } from "../../../../shared/money.ts";
import { request } from "../../../api.ts";
import { ManyDialog } from "../../components/many/ManyDialog.tsx";
import { refresh, refreshIndexed } from "../../queries/cache.ts";
import { clientList } from "../../queries/lists.ts";
import { notSentText } from "../../rules/send-again.ts";
import { type DueRow, remindPlan } from "./due.ts";

type Props = { rows: readonly DueRow[]; today: Day; onClose: () => void };

/** Sends each chosen client one reminder of what is due, at most once a day. */
export default function RemindManyDialog({ rows, today, onClose }: Props) {
  const queryClient = useQueryClient();
  const clients = useQuery(clientList);
  // As it was when the dialog opened: what is sent changes the list.
  const plan = useMemo(
    () => clients.data?.complete && remindPlan(rows, clients.data.rows, today),
    [rows, clients.data?.complete, clients.data?.rows, today],
  );
  return (
    <ManyDialog
      title="Remind"
      button={(planned) => `Send ${counted(planned.length, "reminder")}`}
      result={(done) => `${counted(done.length, "reminder")} sent`}
      noun="client"
      plan={plan || undefined}
      summary={<p>Each client gets one email now, with all that is due. This cannot be undone.</p>}
      nameOf={({ name }) => name}
      detail={({ sums }) => formatSums(sums, "USD")}
      work={async ({ id, charge = "" }) => {
        const input = { params: { id, charge }, query: { once: "day" } } as const;
        const { reminder } = await request("POST /api/v1/clients/{id}/charges/{charge}/reminders", input);
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
