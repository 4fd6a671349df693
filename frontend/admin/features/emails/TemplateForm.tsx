import { Button, Group, Stack, Textarea, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { dayAt } from "../../../../shared/day.ts";
import {
  type EmailTemplates,
  Template,
  type TemplatedEmail,
  type TemplatePart,
  templateNames,
  templateProblems,
} from "../../../../shared/email-templates.ts";
import { clientExample } from "../../../../shared/emails/client-examples.ts";
import { errorsOf } from "../../../../shared/errors.ts";
import { type Language, languageNames } from "../../../../shared/languages.ts";
import type { Settings } from "../../../../shared/settings/settings.ts";
import { Failure } from "../../components/form/Failure.tsx";
import { Restored } from "../../components/form/FormDialog.tsx";
import { focusFirstError, type RecordForm, useRecordForm } from "../../components/form/use-record-form.ts";
import { announce } from "../../components/ui/announce.ts";
import { Columns } from "../../components/ui/Columns.tsx";
import { Notice } from "../../components/ui/Notice.tsx";
import { usePerson } from "../../session/SessionProvider.tsx";
import { type Chosen, ExampleClient } from "./ExampleClient.tsx";
import { Placeholders, useInsertPlaceholder } from "./Placeholders.tsx";
import { Preview } from "./Preview.tsx";
import { useLatestTemplates, useSaveTemplate } from "./queries.ts";
import { SendTest } from "./SendTest.tsx";

type Props = {
  email: TemplatedEmail;
  language: Language;
  company: Settings;
  /** The stored templates of all emails. */
  all: EmailTemplates;
  original: Template;
};

const partsOf = ({ subject, opening, request, closing }: Template): Template => ({
  subject,
  opening,
  request,
  closing,
});

const PREVIEW_DELAY_MS = 200;

export function TemplateForm({ email, language, company, all, original }: Props) {
  const template = useStoredTemplate({ email, language, all, original });
  const { record, save, own } = template;
  const { values } = record.form;
  const isAdmin = usePerson().role === "admin";
  const [chosen, setChosen] = useState<Chosen>();
  const [shown] = useDebouncedValue(values, PREVIEW_DELAY_MS);
  const placeholders = useInsertPlaceholder(record.form.setFieldValue);
  const submit = record.form.onSubmit((typed) => {
    if (!save.isPending && isAdmin) template.store(typed);
  }, focusFirstError);
  const today = dayAt(Date.now());
  const originText = own
    ? "This is your own template."
    : `This is the original template${isAdmin ? ". Edit it to use your own" : ""}.`;
  return (
    <Columns widths="minmax(0, 1fr) minmax(0, 1.15fr)" gap={32}>
      <Stack gap={24}>
        <form ref={placeholders.form} onSubmit={submit} noValidate>
          <Stack gap={14}>
            <Failure
              error={save.error}
              texts={["Failed to save the template", "An error occurred while saving the template"]}
              reload={template.reload}
            />
            {record.restored && <Restored onStartOver={() => record.startOver()} />}
            <p className="quiet small">
              {`${originText} The amount, the table and how to pay are added automatically.`}
            </p>
            {isAdmin ? (
              <Placeholders email={email} onInsert={placeholders.insert} />
            ) : (
              <Notice tone="plain" quiet>
                Only administrators can edit templates.
              </Notice>
            )}
            <TemplateFields
              language={language}
              input={record.inputs(save.isPending)}
              problems={templateProblems(email, values)}
              readOnly={!isAdmin}
              onFocus={placeholders.onFocus}
            />
            {isAdmin && (
              <Group className="save-bar" justify="flex-end" gap={10}>
                {own && (
                  <Button variant="subtle" onClick={template.restoreOriginal} disabled={save.isPending}>
                    Restore the original
                  </Button>
                )}
                {record.dirty && (
                  <Button variant="default" onClick={() => record.startOver()} disabled={save.isPending}>
                    Discard
                  </Button>
                )}
                <Button type="submit" disabled={save.isPending || !record.dirty}>
                  {save.isPending ? "Saving..." : "Save template"}
                </Button>
              </Group>
            )}
          </Stack>
        </form>
        <SendTest name={email} typed={{ email, language, words: values, ...chosen?.ids }} />
      </Stack>
      <Stack component="section" gap={14} aria-label="Preview">
        <ExampleClient onChange={setChosen} />
        <Preview
          title={`${templateNames[email]}, ${languageNames[language]},`}
          {...clientExample(email, company, today, {
            language,
            template: shown,
            about: chosen?.about,
            site: location.origin,
          })}
        />
      </Stack>
    </Columns>
  );
}

/** The company's own template of an email, or the original, in a form; and its changes. */
function useStoredTemplate({ email, language, all, original }: Omit<Props, "company">) {
  const ownOf = ({ words }: EmailTemplates) =>
    words.find((word) => word.email === email && word.language === language);
  const storedOf = (all: EmailTemplates) => ({
    values: partsOf(ownOf(all) ?? original),
    version: all.version,
  });
  const own = ownOf(all);
  const record = useRecordForm<Template>({
    name: `template:${email}.${language}`,
    stored: storedOf(all),
    validate: (values) => ({ ...errorsOf(Template, values), ...templateProblems(email, values) }),
  });
  const save = useSaveTemplate(email, language);
  const latest = useLatestTemplates();

  function change(
    template: Template | null,
    version: number | undefined,
    message: string,
    undo?: (version: number) => void,
  ) {
    save.mutate(
      { words: template, version },
      {
        onSuccess: (all) => {
          record.startOver(storedOf(all));
          announce(message, "success", undo && { name: "Undo", act: () => undo(all.version) });
        },
      },
    );
  }

  return {
    own,
    record,
    save,
    store: (template: Template) =>
      change(template, record.version, "The template was saved. New emails use it."),
    restoreOriginal() {
      const before = own && partsOf(own);
      change(
        null,
        record.version,
        "The original template was restored.",
        before && ((version) => change(before, version, "Your template was restored.")),
      );
    },
    async reload() {
      record.takeOver(storedOf(await latest()));
      save.reset();
    },
  };
}

const fields: [part: TemplatePart, label: string, help: string, rows: number][] = [
  ["subject", "Subject", "", 1],
  ["opening", "Above the amount", "An empty line starts a new paragraph.", 5],
  ["request", "Below the table", "Leave it empty to show nothing here.", 4],
  ["closing", "At the end", "Leave it empty to show nothing here.", 3],
];

type FieldsProps = {
  language: Language;
  input: ReturnType<RecordForm<Template>["inputs"]>;
  /** The problems of what is typed so far. */
  problems: Partial<Record<TemplatePart, string>>;
  readOnly: boolean;
  onFocus: (part: TemplatePart) => void;
};

const TemplateFields = ({ language, input, problems, readOnly, onFocus }: FieldsProps) =>
  fields.map(([part, label, help, rows]) => {
    const { error, ...rest } = input(part, help);
    const props = {
      ...rest,
      name: part,
      label,
      error: problems[part] ?? error,
      onFocus: () => onFocus(part),
      lang: language,
      autoComplete: "off",
      readOnly,
    };
    return rows === 1 ? (
      <TextInput key={part} {...props} required />
    ) : (
      <Textarea key={part} {...props} required={part === "opening"} rows={rows} />
    );
  });
