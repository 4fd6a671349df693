import { Button, Group, Stack } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { errorsOf } from "../../../../shared/errors.ts";
import { type Settings, SettingsChange, unsavedSettings } from "../../../../shared/settings/settings.ts";
import { ApiError, request } from "../../../api.ts";
import { Failure } from "../../components/form/Failure.tsx";
import { Restored } from "../../components/form/FormDialog.tsx";
import { focusFirstError, useRecordForm } from "../../components/form/use-record-form.ts";
import { ListLoading } from "../../components/table/ListState.tsx";
import { Columns } from "../../components/ui/Columns.tsx";
import { Notice } from "../../components/ui/Notice.tsx";
import { CardSkeleton } from "../../components/ui/Skeletons.tsx";
import { refresh } from "../../queries/cache.ts";
import { companySettings } from "../../queries/settings.ts";
import { usePerson } from "../../session/SessionProvider.tsx";

/** As specified. */
const SUCCESS_MS = 3_000;

/** The fields of one page. */
type Values = Partial<Omit<Settings, "version">>;
type Field = keyof Values;

type Props = {
  fields: readonly Field[];
  /** Called instead of saving, for example to ask for confirmation. */
  beforeSave?: (stored: Settings, values: Values, save: () => void) => void;
  children: (form: ReturnType<typeof useSettingsForm>) => ReactNode;
};

/** The form of a settings page. It saves only the page's fields. */
export function SettingsForm(props: Props) {
  // Saving needs the latest version.
  const { data, isPending, isError, refetch } = useQuery({ ...companySettings, staleTime: 0 });
  if (isPending)
    return (
      <ListLoading
        shape={
          <Columns widths="minmax(0, 1fr) minmax(0, 1fr)" gap={24}>
            <CardSkeleton fields={5} />
            <CardSkeleton fields={4} />
          </Columns>
        }
      >
        Loading settings...
      </ListLoading>
    );
  return (
    <LoadedForm
      {...props}
      key={data ? "loaded" : "not loaded"}
      stored={data ?? unsavedSettings}
      loaded={data !== undefined}
      retry={isError ? () => void refetch() : undefined}
    />
  );
}

function useSettingsForm(fields: readonly Field[], stored: Settings, { loaded }: { loaded: boolean }) {
  const queryClient = useQueryClient();
  const isAdmin = usePerson().role === "admin";
  const storedOf = ({ version, ...all }: Settings) => ({
    values: Object.fromEntries(fields.map((field) => [field, all[field]])) as Values,
    version,
  });
  const record = useRecordForm<Values>({
    name: `settings:${fields.join()}`,
    stored: storedOf(stored),
    validate: (values) => errorsOf(SettingsChange, { ...stored, ...values }),
  });
  const { form, theirs } = record;
  const save = useMutation({
    mutationFn: async (values: Values) => {
      const body = { ...stored, ...values, version: record.version };
      return (await request("POST /api/v1/settings", { body })).settings;
    },
    onSuccess: (settings) => {
      queryClient.setQueryData(companySettings.queryKey, settings);
      record.startOver(storedOf(settings));
      // Settings change the emails and what the next daily run sends.
      void refresh(queryClient, "emails", "reminders");
    },
  });
  const disabled = !loaded || save.isPending || !isAdmin;

  return {
    stored,
    record,
    save,
    disabled,
    values: form.getValues(),
    theirs,
    setValue: form.setFieldValue,
    /** The props of a text field. Staff without the admin role can still select and copy its text. */
    text: (field: Field, help?: string) => ({
      ...record.inputs(disabled && isAdmin)(field, help),
      readOnly: !isAdmin,
      autoComplete: "off",
    }),
    /** The props of a select. */
    choice: record.inputs(disabled),
    /** The props of a switch. */
    toggle: record.toggles(disabled),
    /** Loads what somebody else saved, and keeps what was typed. */
    async reload() {
      await queryClient.cancelQueries({ queryKey: companySettings.queryKey });
      record.takeOver(storedOf(await queryClient.query({ ...companySettings, staleTime: 0 })));
      save.reset();
    },
  };
}

type LoadedProps = Props & { stored: Settings; loaded: boolean; retry: (() => void) | undefined };

function LoadedForm({ fields, beforeSave, children, stored, loaded, retry }: LoadedProps) {
  const settings = useSettingsForm(fields, stored, { loaded });
  const { record, save, disabled } = settings;
  const isAdmin = usePerson().role === "admin";
  const [saved, setSaved] = useState(0);

  useEffect(() => {
    if (saved === 0) return;
    const timer = setTimeout(() => setSaved(0), SUCCESS_MS);
    return () => clearTimeout(timer);
  }, [saved]);

  const submit = record.form.onSubmit((values) => {
    const start = () => {
      setSaved(0);
      save.mutate(values, { onSuccess: () => setSaved(Date.now()) });
    };
    if (disabled) return;
    if (beforeSave) beforeSave(stored, values, start);
    else start();
  }, focusFirstError);

  return (
    <form onSubmit={submit} noValidate>
      <Stack className="saved-form" gap={20}>
        <Failure error={save.error} texts={failureOf} reload={settings.reload} />
        {!isAdmin && (
          <Notice tone="plain" quiet>
            Only administrators can change settings.
          </Notice>
        )}
        {record.restored && <Restored onStartOver={() => record.startOver()} />}
        {children(settings)}
        {(isAdmin || retry) && (
          <Group className="save-bar" justify="flex-end" gap={12}>
            <div role="status">
              {saved > 0 && (
                <Notice tone="success" quiet>
                  Settings saved successfully!
                </Notice>
              )}
            </div>
            {retry && (
              <Button variant="subtle" onClick={retry}>
                Load the settings again
              </Button>
            )}
            {isAdmin && (
              <Button type="submit" disabled={disabled}>
                {save.isPending ? "Saving..." : "Save Settings"}
              </Button>
            )}
          </Group>
        )}
      </Stack>
    </form>
  );
}

const failureOf = (error: Error): string =>
  error instanceof ApiError
    ? `Failed to save settings: ${error.message || error.text || `status ${error.status}`}`
    : `Error saving settings: ${error.message || "Unknown error"}`;
