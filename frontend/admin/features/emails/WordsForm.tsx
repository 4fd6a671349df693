import { Button, Group, Stack, Textarea, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { type FormEvent, useRef, useState } from "react";
import { dayAt } from "../../../../shared/day.ts";
import { clientExample } from "../../../../shared/emails/client-examples.ts";
import {
  type Placeholder,
  problemsOf,
  type WordedEmail,
  Words,
  type WordsPart,
  wordedNames,
} from "../../../../shared/emails/worded.ts";
import { type Language, languageNames } from "../../../../shared/languages.ts";
import type { EmailWords, Settings } from "../../../../shared/settings.ts";
import { failureText } from "../../../api.ts";
import { errorsOf } from "../../components/form/errors.ts";
import { Failure } from "../../components/form/Failure.tsx";
import { focusFirstError } from "../../components/form/focus-first-error.ts";
import { Restored } from "../../components/form/Restored.tsx";
import { useRecordForm } from "../../components/form/use-record-form.ts";
import { announce } from "../../components/ui/announce.ts";
import { Columns } from "../../components/ui/Columns.tsx";
import { type Chosen, ExampleClient } from "./ExampleClient.tsx";
import { Placeholders } from "./Placeholders.tsx";
import { Preview } from "./Preview.tsx";
import { useLatestWords, useSaveWords } from "./queries.ts";
import { SendTest } from "./SendTest.tsx";

const fields: [part: WordsPart, label: string, help: string, rows: number][] = [
  ["subject", "Subject", "", 1],
  ["opening", "Above the amount", "An empty line begins a new paragraph.", 5],
  ["request", "Below the table", "Left empty, nothing stands there.", 4],
  ["closing", "At the end", "Left empty, nothing stands there.", 3],
];

type Props = {
  email: WordedEmail;
  language: Language;
  company: Settings;
  /** What is stored for all emails. */
  all: EmailWords;
  original: Words;
};

const wordsOf = ({ subject, opening, request, closing }: Words): Words => ({
  subject,
  opening,
  request,
  closing,
});

/** Milliseconds without typing after which the preview follows. */
const pause = 200;

export function WordsForm({ email, language, company, all, original }: Props) {
  const ownOf = ({ words }: EmailWords) =>
    words.find((one) => one.email === email && one.language === language);
  const storedOf = (all: EmailWords) => ({
    values: wordsOf(ownOf(all) ?? original),
    version: all.version,
  });
  const own = ownOf(all);
  const record = useRecordForm<Words>({
    name: `words:${email}.${language}`,
    stored: storedOf(all),
    validate: (values) => ({ ...errorsOf(Words, values), ...problemsOf(email, values) }),
  });
  const { form, version } = record;
  const { values } = form;
  const save = useSaveWords(email, language);
  const latest = useLatestWords();
  const input = record.inputs(save.isPending);
  const problems = problemsOf(email, values);
  const [chosen, setChosen] = useState<Chosen>();
  const [shown] = useDebouncedValue(values, pause);
  const inputs = useRef<Partial<Record<WordsPart, HTMLInputElement | HTMLTextAreaElement | null>>>({});
  const keep = (part: WordsPart, field: HTMLInputElement | HTMLTextAreaElement | null) => {
    inputs.current[part] = field;
  };
  /** Where the cursor was last, or where placeholders go as long as it was nowhere. */
  const [last, setLast] = useState<{ part: WordsPart; been: boolean }>({ part: "opening", been: false });

  function insert(name: Placeholder) {
    const field = inputs.current[last.part];
    if (!field) return;
    field.focus();
    const { value } = field;
    const [from, to] = last.been
      ? [field.selectionStart ?? value.length, field.selectionEnd ?? value.length]
      : [value.length, value.length];
    const place = `{${name}}`;
    form.setFieldValue(last.part, value.slice(0, from) + place + value.slice(to));
    requestAnimationFrame(() => field.setSelectionRange(from + place.length, from + place.length));
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (save.isPending) return;
    form.onSubmit(
      (words) => store(words, version, "The words were saved. Emails say them from now on."),
      focusFirstError,
    )(event);
  }

  function store(
    words: Words | null,
    version: number | undefined,
    said: string,
    undo?: (version: number) => void,
  ) {
    save.mutate(
      { words, version },
      {
        onSuccess: (all) => {
          record.startOver(storedOf(all));
          announce(said, "success", undo && (() => undo(all.version)));
        },
      },
    );
  }

  function setBack() {
    const before = own && wordsOf(own);
    store(
      null,
      version,
      "The original words are back.",
      before && ((version) => store(before, version, "Your words are back.")),
    );
  }

  async function reload() {
    record.takeOver(storedOf(await latest()));
    save.reset();
  }

  const today = dayAt(Date.now());
  return (
    <Columns widths="minmax(0, 1fr) minmax(0, 1.15fr)" gap={32}>
      <Stack gap={24}>
        <form onSubmit={submit} noValidate>
          <Stack gap={14}>
            {save.error && (
              <Failure
                error={save.error}
                text={failureText(
                  save.error,
                  "Failed to save the words",
                  "An error occurred while saving the words",
                )}
                reload={reload}
              />
            )}
            {record.restored && <Restored onStartOver={() => record.startOver()} />}
            <p className="quiet small">
              {own
                ? "These are your own words."
                : "These are the original words; type over them to use your own."}{" "}
              The amount, the table and how to pay are added by themselves.
            </p>
            <Placeholders email={email} onInsert={insert} />
            {fields.map(([part, label, help, rows]) => {
              const { error, ...rest } = input(part, help);
              const given = {
                ...rest,
                label,
                error: problems[part] ?? error,
                onFocus: () => setLast({ part, been: true }),
                lang: language,
                autoComplete: "off",
              };
              return rows === 1 ? (
                <TextInput key={part} {...given} required ref={(field) => keep(part, field)} />
              ) : (
                <Textarea
                  key={part}
                  {...given}
                  required={part === "opening"}
                  rows={rows}
                  ref={(field) => keep(part, field)}
                />
              );
            })}
            <Group gap={10}>
              <Button type="submit" disabled={save.isPending || !record.dirty}>
                {save.isPending ? "Saving..." : "Save the words"}
              </Button>
              {record.dirty && (
                <Button variant="default" onClick={() => record.startOver()} disabled={save.isPending}>
                  Discard
                </Button>
              )}
              {own && (
                <Button variant="subtle" onClick={setBack} disabled={save.isPending}>
                  Set back to the original
                </Button>
              )}
            </Group>
          </Stack>
        </form>
        <SendTest name={email} typed={{ email, language, words: values, ...chosen?.ids }} />
      </Stack>
      <Stack component="section" gap={14} aria-label="Preview">
        <ExampleClient onChange={setChosen} />
        <Preview
          title={`${wordedNames[email]}, ${languageNames[language]},`}
          {...clientExample(email, company, today, { language, words: shown, about: chosen?.about })}
        />
      </Stack>
    </Columns>
  );
}
