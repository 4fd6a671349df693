import { NativeSelect, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatMoment } from "../../../../shared/dates.ts";
import { retention } from "../../../../shared/retention.ts";
import { Pair } from "../../components/form/Dialog.tsx";
import { FormDialog } from "../../components/form/FormDialog.tsx";
import { Card } from "../../components/ui/Card.tsx";
import { PageHead } from "../../components/ui/PageHead.tsx";
import { senderStatus } from "../../queries/reminders.ts";
import { choicesOf, deletionsBy, fieldOf, records } from "./retention-choices.ts";
import { SettingsForm } from "./SettingsForm.tsx";

const fields = records.map(([table]) => fieldOf(table));

/** How long records are kept. */
export default function PrivacyPage() {
  const [toConfirm, setToConfirm] = useState<{ deletions: string[]; save: () => void }>();
  const close = () => setToConfirm(undefined);
  return (
    <>
      <PageHead title="Privacy" lead="How long records are kept before they are deleted." />
      <SettingsForm
        fields={fields}
        beforeSave={(stored, values, save) => {
          const deletions = deletionsBy(stored, values);
          if (deletions.length > 0) setToConfirm({ deletions, save });
          else save();
        }}
      >
        {({ values, setValue, choice }) => (
          <Card title="Data retention">
            <p className="quiet small">
              Older records are deleted automatically and permanently. A change takes effect within a day, and
              administrators get an email about it. Clients, subscriptions, payments and notes are kept until
              a client is erased. The longest times are those in the site’s{" "}
              <a href="/privacy.html">privacy notice</a>.
            </p>
            <Pair minWidth={220}>
              {records.map(([table, label, help]) => {
                const field = fieldOf(table);
                const months = values[field] ?? retention[table].defaultMonths;
                return (
                  <NativeSelect
                    key={table}
                    // Fields stand side by side at one height, below texts of different lengths.
                    style={{ alignSelf: "end" }}
                    label={label}
                    data={choicesOf(table, months)}
                    {...choice(field, help)}
                    value={String(months)}
                    onChange={({ currentTarget }) => setValue(field, Number(currentTarget.value))}
                  />
                );
              })}
            </Pair>
            <LastCleanUp />
          </Card>
        )}
      </SettingsForm>
      {toConfirm && (
        <FormDialog
          title="Delete older records?"
          danger
          button="Save and delete"
          busyButton="Saving..."
          onSubmit={() => {
            close();
            toConfirm.save();
          }}
          onClose={close}
        >
          {/* Takes the focus, so that screen readers read all of it. */}
          <div style={{ lineHeight: 1.5, outline: "none" }} tabIndex={-1} data-autofocus>
            <p>You chose shorter times. Within a day of saving, this is deleted permanently:</p>
            <Stack component="ul" gap={10} my={14} pl={16} style={{ listStyle: "disc" }}>
              {toConfirm.deletions.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </Stack>
            <p>This cannot be undone. Choosing the longer time again keeps what is not deleted yet.</p>
          </div>
        </FormDialog>
      )}
    </>
  );
}

function LastCleanUp() {
  const { data } = useQuery(senderStatus);
  if (!data) return null;
  const { last_tidied_at: at } = data;
  return (
    <p className="quiet small">{`Last clean-up: ${at ? formatMoment(at) : "none yet. It runs every day"}.`}</p>
  );
}
