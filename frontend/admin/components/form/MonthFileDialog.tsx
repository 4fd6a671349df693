import { Button, Stack, TextInput } from "@mantine/core";
import type { ComponentProps } from "react";
import { isMonth } from "../../../../shared/day.ts";
import { ListUnreadable, QueryFailure } from "../table/ListState.tsx";
import { Facts } from "../ui/Facts.tsx";
import { Dialog, DialogFooter } from "./Dialog.tsx";

type Props = ComponentProps<typeof QueryFailure> & {
  /** Says what is in the file. */
  lead: string;
  loading: string;
  month: string;
  onMonth: (month: string) => void;
  /** The totals of the file, and what writes it; undefined until all of the month is loaded. */
  file: (ComponentProps<typeof Facts> & { save: () => Promise<void> }) | undefined;
  unreadable: number | undefined;
  onClose: () => void;
};

/** Downloads the file of a month for eTIMS. Its totals show before. */
export function MonthFileDialog(props: Props) {
  const { lead, loading, month, onMonth, file, query, texts, unreadable, onClose } = props;
  const failed = [query].flat().some(({ error }) => error);
  return (
    <Dialog title="Download month for eTIMS" onClose={onClose}>
      <Stack gap={16}>
        <p className="quiet small">{lead}</p>
        <TextInput
          type="month"
          label="Month"
          placeholder="YYYY-MM"
          data-autofocus
          value={month}
          error={isMonth(month) ? undefined : "Enter a month, such as 2026-12."}
          onChange={({ currentTarget: { value } }) => onMonth(value)}
        />
        <QueryFailure query={query} texts={texts} />
        {isMonth(month) && !file && !failed && <p role="status">{loading}</p>}
        {file && (
          <div role="status">
            <Facts facts={file.facts} />
          </div>
        )}
        <ListUnreadable unreadable={unreadable} />
        <DialogFooter>
          <Button disabled={!file} onClick={() => void file?.save()}>
            Download CSV
          </Button>
        </DialogFooter>
      </Stack>
    </Dialog>
  );
}
