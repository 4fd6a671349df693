import { Box, Button, Group } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { count } from "../../../../shared/count.ts";
import { type BulkAction, SelectionBar } from "../many/SelectionBar.tsx";
import { type Selected, useSelection } from "../many/use-selection.ts";
import { useNarrow } from "../ui/use-narrow.ts";
import { DataTable, type TableLook } from "./DataTable.tsx";
import { FilterBar, type FilterProps } from "./FilterBar.tsx";
import { ListEmpty, ListFailure, ListLoading, ListUnreadable } from "./ListState.tsx";
import type { List } from "./use-list.ts";

export type ListTexts = {
  loading: string;
  /** When the server refused, and when there was no response. */
  failed: readonly [refused: string, thrown: string];
  empty: readonly [title: string, text: string];
  noMatch?: readonly [title: string, text: string, showAll: string];
};

type Bulk<R> = {
  /** The actions on selected rows; `keep` selects only these rows. */
  bulk?: ((chosen: readonly R[], keep: (rows: readonly R[]) => void) => readonly BulkAction[]) | undefined;
};
type Table<R> = TableLook<R> & Bulk<R>;

type Props<R extends { id: string }> = FilterProps<R> & {
  /** The page's title, and links to other lists. */
  head?: ReactNode;
  id: string;
  /** The list's name, once it is known. */
  title: string | undefined;
  texts: ListTexts;
  /** Figures beside the list's name. */
  figures?: ReactNode;
  note?: ReactNode;
  /** Tells a person how to fill an empty list. */
  firstStep?: ReactNode;
} & (
    | { table: Table<R> }
    | (Bulk<R> & { children: (rows: readonly R[], selected: Selected | undefined) => ReactNode })
  );

/** A list with its name, search, filters, rows, actions on many rows, and empty states. */
export function ListPage<R extends { id: string }>(props: Props<R>) {
  const { head, id, title, texts, status, list, search, filters = [], figures, note } = props;
  const { rows, shown } = list;
  const cards = useNarrow();
  const { bulk, ...table } = "table" in props ? props.table : { bulk: props.bulk };
  const selection = useSelection(list.shown);
  const canSelect = bulk !== undefined && status.complete;
  return (
    <>
      {head}
      {status.error && (
        <Box mb={16}>
          <ListFailure
            error={status.error}
            texts={texts.failed}
            hasData={(rows?.length ?? 0) > 0}
            retry={status.retry}
          />
        </Box>
      )}
      {(search || filters.length > 0) && (
        <FilterBar {...props} columns={"columns" in table ? table.columns : undefined} cards={cards} />
      )}
      <section aria-labelledby={id}>
        {title && (
          <Group className={cards ? "plain" : ""} gap={cards ? "2px 12px" : "4px 12px"} mih={32} mb={4}>
            <Box component="h2" id={id} fz={cards ? "text" : undefined} fw={cards ? 600 : undefined}>
              {title}
            </Box>
            {figures}
            <span className="quiet small" role="status">
              {status.loadingMore
                ? "Loading the rest... The list is sorted when all rows are loaded."
                : shownOf(list)}
            </span>
            {cards && canSelect && shown && shown.length > 0 && (
              <Button variant="subtle" size="compact-sm" h={32} ml="auto" onClick={selection.choose}>
                Select
              </Button>
            )}
          </Group>
        )}
        <ListUnreadable unreadable={status.unreadable} />
        {note && (
          <Box component="p" className="quiet small" mb={6}>
            {note}
          </Box>
        )}
        {status.pending && <ListLoading>{texts.loading}</ListLoading>}
        {shown && "children" in props && props.children(shown, canSelect ? selection.table : undefined)}
        {shown && "columns" in table && (
          <DataTable
            {...table}
            label={title ?? id}
            rows={shown}
            sorting={list.sorting}
            cards={cards}
            selected={canSelect ? selection.table : undefined}
          />
        )}
        {bulk && (
          <SelectionBar
            selection={selection}
            shown={shown?.length ?? 0}
            actions={bulk(selection.chosen, selection.keep)}
            cards={cards}
          />
        )}
        {rows?.length === 0 && status.complete && !status.error && (
          <ListEmpty
            title={texts.empty[0]}
            action={
              <>
                {props.firstStep}
                {props.importPath && <Link to={props.importPath}>Import from a spreadsheet</Link>}
              </>
            }
          >
            {texts.empty[1]}
          </ListEmpty>
        )}
        {shown?.length === 0 && rows && rows.length > 0 && status.complete && texts.noMatch && (
          <ListEmpty
            title={texts.noMatch[0]}
            action={
              <Button variant="default" onClick={list.showAll}>
                {texts.noMatch[2]}
              </Button>
            }
          >
            {texts.noMatch[1]}
          </ListEmpty>
        )}
      </section>
    </>
  );
}

const shownOf = <R,>({ shown = [], rows = [] }: List<R>) =>
  shown.length < rows.length ? `${count(shown.length)} shown` : "";
