import { Box, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import type { Client } from "../../../../shared/clients.ts";
import { ApiError, failureText } from "../../../api.ts";
import { dropDraft } from "../../components/form/draft.ts";
import { Failure } from "../../components/form/Failure.tsx";
import { FormDialog } from "../../components/form/FormDialog.tsx";
import { announce } from "../../components/ui/announce.ts";
import { draftOf } from "./ClientForm.tsx";
import { isSameName } from "./directory.ts";
import { useEraseClient, useLatestClient } from "./queries.ts";

const meaning = [
  [
    "What goes",
    "Name, e-mail, phone, company and address, and whether mail to that address came back. Notes, messages that came from that address, and who paid in lines of statements that wait.",
  ],
  [
    "What stays",
    "Subscriptions and renewals with their amounts, dates and references, the payment reference, which nobody else ever gets, and when reminders were sent: under the name “Erased client”.",
  ],
  [
    "From then on",
    "The client is inactive, gets no more reminders and cannot be edited. Subscriptions that are active still count in the figures: end them first if they are over.",
  ],
] as const;

type Props = { client: Client; onBack: () => void; onErased: () => void };

/** Says what goes and what stays, and erases once the client's name was typed. */
export function EraseClient({ client, onBack, onErased }: Props) {
  const [typed, setTyped] = useState("");
  const erase = useEraseClient(client, () => {
    dropDraft(draftOf(client.id));
    announce("The client's personal data was erased.");
    onErased();
  });
  const latest = useLatestClient();

  return (
    <FormDialog
      title="Erase personal data"
      dirty={false}
      busy={erase.isPending}
      button="Erase for good"
      busyButton="Erasing..."
      danger
      disabled={!isSameName(typed, client.name)}
      onSubmit={() => erase.mutate()}
      onClose={onBack}
      onDiscard={onBack}
      failure={
        erase.error && (
          <Failure
            error={erase.error}
            text={failureText(
              erase.error,
              "Failed to erase the client",
              "An error occurred while erasing the client",
            )}
            advice={adviceOn(erase.error)}
            reload={async () => {
              await latest(client.id);
              erase.reset();
            }}
          />
        )
      }
    >
      {/* Takes the focus, so that all of it is read out before anything is typed. */}
      <div style={{ lineHeight: 1.5, outline: "none" }} tabIndex={-1} data-autofocus>
        <p>
          For a client who asks to be forgotten. <strong>Nobody can undo it.</strong>
        </p>
        <Stack component="dl" gap={12} mt={16}>
          {meaning.map(([name, text]) => (
            <div key={name}>
              <Box component="dt" fw={600}>
                {name}
              </Box>
              <Box component="dd" mt={2} fz="0.9375rem">
                {text}
              </Box>
            </div>
          ))}
        </Stack>
      </div>
      <TextInput
        label={<span style={{ overflowWrap: "anywhere" }}>Type “{client.name}” to confirm</span>}
        autoComplete="off"
        spellCheck={false}
        disabled={erase.isPending}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
    </FormDialog>
  );
}

const adviceOn = (error: Error) =>
  error instanceof ApiError
    ? "Nothing was erased. You can try again."
    : "It may not have been erased. Check your connection and try again: asking twice does no harm.";
