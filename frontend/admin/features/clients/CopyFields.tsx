import { Box, Button, CloseButton, Group, Stack, TextInput } from "@mantine/core";
import { useEffect, useId, useRef } from "react";
import { isSameAddress, parseAddresses } from "../../../../shared/address.ts";
import type { Client } from "../../../../shared/clients/client.ts";
import { copiesOf, MAX_COPIES } from "../../../../shared/clients/copies.ts";
import { clientFields } from "../../../../shared/clients/fields.ts";
import { valueText } from "../../../../shared/field-values.ts";
import { Pair } from "../../components/form/Dialog.tsx";
import { Warning } from "../../components/form/fields.tsx";
import { Switch } from "../../components/form/Switch.tsx";
import { conflictOf, type RecordForm } from "../../components/form/use-record-form.ts";
import { MailProblemNotice } from "./client-list.tsx";
import { copyValuesOf, type Values } from "./form-values.ts";

type Props = { record: RecordForm<Values>; saving: boolean; client: Client | undefined };

/** Who gets copies of the client's emails. */
export function CopyFields({ record, saving, client }: Props) {
  const { form, theirs } = record;
  const { copies } = form.values;
  const id = useId();
  const group = useRef<HTMLFieldSetElement>(null);
  const count = useRef(copies.length);
  // A new row can be typed in at once; after a removal the focus is on the button.
  useEffect(() => {
    const before = count.current;
    count.current = copies.length;
    if (copies.length === before) return;
    // The fields around it may open first.
    requestAnimationFrame(() => {
      const fields = group.current?.querySelectorAll<HTMLElement>("input[type=email], [data-add]") ?? [];
      fields[Math.min(before, copies.length)]?.focus();
    });
  }, [copies.length]);
  const conflict = conflictOf(theirs.copies && valueText(clientFields.copies, theirs.copies));

  return (
    <fieldset
      ref={group}
      data-path="copies"
      aria-describedby={`${id}help`}
      style={{ border: 0, margin: 0, padding: 0 }}
    >
      <Box component="legend" fw={600} fz="sm" p={0}>
        {clientFields.copies.label}
      </Box>
      <p id={`${id}help`} className="quiet small">
        {conflict ??
          "Up to four other people who get a copy of each email: reminders, receipts, invoices, statements and price notices."}
      </p>
      <Stack gap={20} mt={copies.length > 0 ? 8 : 0}>
        {copies.map((copy, at) => {
          const stored = client?.copies?.find(({ email }) => isSameAddress(email, copy.email));
          const number = at + 1;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other identity while it is typed
            <Stack key={at} gap={8}>
              <Group gap={8} align="flex-start" wrap="nowrap">
                <div style={{ flex: 1, minWidth: 0 }}>
                  <Pair minWidth="11rem">
                    <TextInput
                      label={`Copy ${number}: email`}
                      type="email"
                      autoComplete="off"
                      disabled={saving}
                      {...form.getInputProps(`copies.${at}.email`)}
                    />
                    <TextInput
                      label={`Copy ${number}: name`}
                      autoComplete="off"
                      disabled={saving}
                      {...form.getInputProps(`copies.${at}.name`)}
                    />
                  </Pair>
                </div>
                <CloseButton
                  size={44}
                  mt={22}
                  mr={-8}
                  aria-label={`Remove copy ${number}`}
                  disabled={saving}
                  onClick={() => form.removeListItem("copies", at)}
                />
              </Group>
              {stored?.mail_problem && (
                <>
                  <MailProblemNotice problem={stored.mail_problem} />
                  <Switch
                    label={`The address of copy ${number} works again`}
                    disabled={saving}
                    {...form.getInputProps(`copies.${at}.mail_works`, { type: "checkbox" })}
                  />
                </>
              )}
            </Stack>
          );
        })}
      </Stack>
      {copies.length < MAX_COPIES && (
        <Button
          data-add
          variant="subtle"
          size="sm"
          px={8}
          ml={-8}
          mt={4}
          aria-disabled={saving}
          onClick={() => !saving && form.insertListItem("copies", copyValuesOf({ email: "" }))}
        >
          Add a copy
        </Button>
      )}
    </fieldset>
  );
}

/** Several addresses in the field of one: the others can get copies. */
export function PastedAddresses({ record, saving }: Omit<Props, "client">) {
  const { form } = record;
  const [first, ...others] = parseAddresses(form.values.email);
  if (!first || others.length === 0) return null;
  const typed = form.values.copies.filter(({ email }) => email.trim() !== "");
  const copies = copiesOf([...typed, ...others.map(copyValuesOf)], first.email).map((copy) => ({
    ...copy,
    name: copy.name ?? "",
  }));
  if (copies.length > MAX_COPIES)
    return (
      <Warning>{`These are ${others.length + 1} addresses. With ${first.email} as the client's own, ${copies.length} people would get copies; the most is ${MAX_COPIES}.`}</Warning>
    );
  return (
    <div style={{ marginTop: -10 }}>
      <p className="small" role="status">
        {`These are ${others.length + 1} addresses. Emails go to ${first.email}; the others can get copies.`}
      </p>
      <Button
        variant="subtle"
        size="sm"
        px={8}
        ml={-8}
        aria-disabled={saving}
        onClick={() => {
          if (saving) return;
          form.setValues({ email: first.email, copies });
          form.clearFieldError("email");
        }}
      >
        Add the others as copies
      </Button>
    </div>
  );
}
