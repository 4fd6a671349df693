import { TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { isBlank } from "../../../../shared/blank.ts";
import { counted } from "../../../../shared/count.ts";
import { formatMoment } from "../../../../shared/dates.ts";
import type { Message } from "../../../../shared/messages/message.ts";
import { request } from "../../../api.ts";
import { ManyDialog } from "../../components/many/ManyDialog.tsx";
import { refreshIndexed } from "../../queries/cache.ts";

type Props = { messages: readonly Message[]; onClose: (remaining: readonly Message[] | undefined) => void };

/** Deletes messages for good, after asking for the reason. */
export function DeleteDialog({ messages, onClose }: Props) {
  const queryClient = useQueryClient();
  const [reason, setReason] = useState("");
  return (
    <ManyDialog
      title={messages.length === 1 ? "Delete the message" : "Delete messages"}
      plan={{ rows: messages, skipped: [] }}
      summary={<p>This cannot be undone. Emails that the company got about them stay in its mailbox.</p>}
      button={(rows) => `Delete ${counted(rows.length, "message")}`}
      result={(done) => `${counted(done.length, "message")} deleted`}
      noun="message"
      nameOf={({ name }) => name}
      detail={({ received_at }) => formatMoment(received_at)}
      blocked={isBlank(reason)}
      work={async ({ id }) => {
        await request("DELETE /api/v1/messages/{id}", { params: { id }, body: { reason } });
        return undefined;
      }}
      onProgress={(finished) =>
        finished && void refreshIndexed(queryClient, "messages", "client", "activity")
      }
      onClose={onClose}
    >
      <TextInput
        label="Reason"
        description="The activity keeps it, so do not name the person."
        maxLength={200}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </ManyDialog>
  );
}
