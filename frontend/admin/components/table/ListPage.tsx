import { Box, Button, Menu } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { count, counted } from "../../labels/count.ts";
import { type BulkAction, SelectionBar } from "../many/SelectionBar.tsx";
import { useSelection } from "../many/use-selection.ts";
import type { Tone } from "../ui/Badge.tsx";
import { Icon } from "../ui/Icon.tsx";
import { Money } from "../ui/Money.tsx";
import { useNarrow } from "../ui/use-narrow.ts";
import { Choice, type Options } from "./Choice.tsx";
import type { Column } from "./columns.ts";
import { DataTable } from "./DataTable.tsx";
import { type CsvExport, saveCsv } from "./export.ts";
import { FilterSheet } from "./FilterSheet.tsx";
import type { RowFields } from "./fields.ts";
import classes from "./ListPage.module.css";
import { ListEmpty, ListFailure, ListLoading, ListUnreadable } from "./ListState.tsx";
import type { ListStatus } from "./list-status.ts";
import { orderOptions, orderText, parseOrder } from "./order.ts";
import type { RowActions } from "./row-actions.ts";
import { SearchBox } from "./SearchBox.tsx";
import type { List } from "./use-list.ts";

export type ListWords = {
  loading: string;
  /** When the server refused, and when there was no response. */
  failed: readonly [refused: string, thrown: string];
  empty: readonly [title: string, text: string];
  noMatch?: readonly [title: string, text: string, showAll: string];
};

/** A filter with one press: `3 overdue`. */
export type QuickFilter = { name: string; value: string; text: string; tone: Tone };

/** How the rows look as a table, and as cards on phones. */
type Table<R> = {
  columns: readonly Column<R>[];
  fields?: RowFields<R>;
  actions?: (row: R) => RowActions;
  actionsWidth?: string;
  nameOf: (row: R) => string;
  tone?: (row: R) => string | undefined;
  tall?: (row: R) => boolean;
  /** The actions on selected rows; `keep` selects only these rows. */
  bulk?: (chosen: readonly R[], keep: (rows: readonly R[]) => void) => readonly BulkAction[];
};

type Props<R extends { id: string }> = {
  /** The page's title, and links to other lists. */
  head?: ReactNode;
  id: string;
  /** The list's name, once it is known. */
  title: string | undefined;
  words: ListWords;
  status: ListStatus;
  list: List<R>;
  /** The choice of days, if the list has one. */
  days?: ReactNode;
  /** The label of the search box; without it there is none. */
  search?: string;
  filters?: readonly { name: string; label: string; options: Options }[];
  quick?: readonly QuickFilter[];
  /** Figures beside the list's name. */
  figures?: ReactNode;
  note?: ReactNode;
  /** What to do when the list is empty. */
  firstStep?: ReactNode;
  /** The CSV export of the shown rows, in the shown order. */
  exported?: CsvExport<R>;
  /** The path of the import page. */
  importPath?: string;
} & ({ table: Table<R> } | { children: (rows: readonly R[]) => ReactNode });

/** A list with its name, search, filters, rows, actions on many rows, and empty states. */
export function ListPage<R extends { id: string }>(props: Props<R>) {
  const { head, id, title, words, status, list, days, search, filters = [], figures, note } = props;
  const { rows, shown } = list;
  const cards = useNarrow();
  const table = "table" in props ? props.table : undefined;
  const selection = useSelection(list.shown);
  const canSelect = table?.bulk !== undefined && status.complete;
  return (
    <>
      {head}
      {status.error && (
        <Box mb={16}>
          <ListFailure
            error={status.error}
            words={words.failed}
            some={(rows?.length ?? 0) > 0}
            retry={status.retry}
          />
        </Box>
      )}
      {!cards && days}
      {(search || filters.length > 0) && <FilterBar {...props} cards={cards} />}
      <section aria-labelledby={id}>
        {title && (
          <div className={classes.title}>
            <h2 id={id}>{title}</h2>
            {figures}
            <span className="quiet small" role="status">
              {status.loadingMore
                ? "Loading the rest... The list is sorted when all rows are loaded."
                : shownOf(list)}
            </span>
            {cards && canSelect && shown && shown.length > 0 && (
              <Button
                variant="subtle"
                size="compact-sm"
                className={classes.choose ?? ""}
                onClick={selection.choose}
              >
                Select
              </Button>
            )}
          </div>
        )}
        <ListUnreadable unreadable={status.unreadable} />
        {note && <p className="quiet small">{note}</p>}
        {status.pending && <ListLoading>{words.loading}</ListLoading>}
        {shown && "children" in props && props.children(shown)}
        {shown && table && (
          <DataTable
            label={title ?? id}
            columns={table.columns}
            fields={table.fields}
            actions={table.actions}
            actionsWidth={table.actionsWidth}
            rows={shown}
            sorting={list.sorting}
            cards={cards}
            nameOf={table.nameOf}
            tone={table.tone}
            tall={table.tall}
            selected={canSelect ? selection.table : undefined}
          />
        )}
        {table?.bulk && (
          <SelectionBar
            selection={selection}
            shown={shown?.length ?? 0}
            actions={table.bulk(selection.chosen, selection.keep)}
            cards={cards}
          />
        )}
        {rows?.length === 0 && status.complete && !status.error && (
          <ListEmpty title={words.empty[0]} action={props.firstStep}>
            {words.empty[1]}
          </ListEmpty>
        )}
        {shown?.length === 0 && rows && rows.length > 0 && status.complete && words.noMatch && (
          <ListEmpty
            title={words.noMatch[0]}
            action={
              <Button variant="default" onClick={list.showAll}>
                {words.noMatch[2]}
              </Button>
            }
          >
            {words.noMatch[1]}
          </ListEmpty>
        )}
      </section>
    </>
  );
}

const shownOf = <R,>({ shown = [], rows = [] }: List<R>) =>
  shown.length < rows.length ? `${count(shown.length)} shown` : "";

/** Search, filters and files in one line. On phones all but the search and the quick filters are in a sheet. */
function FilterBar<R extends { id: string }>(props: Props<R> & { cards: boolean }) {
  const { cards, status, list, days, search, filters = [], quick = [], exported, importPath } = props;
  const { shown } = list;
  const [choosing, setChoosing] = useState(false);
  const choices = filters.map(({ name, label, options }) => (
    <Choice
      key={name}
      label={label}
      value={list.chosen[name] ?? ""}
      options={options}
      onChange={(value) => list.choose(name, value)}
      titled={cards}
    />
  ));
  const active = filters.filter(({ name }) => list.chosen[name]).length;
  const canExport = exported && shown && shown.length > 0 && status.complete;
  const exportShown = () => exported && shown && void saveCsv(exported, shown);
  return (
    <div className={classes.toolbar}>
      {search && <SearchBox label={search} value={list.search} onChange={list.setSearch} large={cards} />}
      {cards ? (
        <Button
          variant="default"
          size="md"
          px={14}
          leftSection={<Icon name="filter" />}
          onClick={() => setChoosing(true)}
        >
          {active > 0 ? `Filters (${active})` : "Filters"}
        </Button>
      ) : (
        choices
      )}
      {quick.length > 0 && (
        <div className={classes.quick}>
          {quick.map(({ name, value, text, tone }) => (
            <button
              key={value}
              type="button"
              data-tone={tone}
              aria-pressed={list.chosen[name] === value}
              title={list.chosen[name] === value ? "Show all" : "Show only these"}
              onClick={() => list.choose(name, list.chosen[name] === value ? "" : value)}
            >
              <Money>{text}</Money>
            </button>
          ))}
        </div>
      )}
      {!cards && (canExport || importPath) && (
        <Menu position="bottom-end" transitionProps={{ duration: 0 }} withInitialFocusPlaceholder={false}>
          <Menu.Target>
            <Button variant="subtle" size="sm" px={8} ml="auto" aria-label="Import and export">
              <Icon name="more" />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {importPath && (
              <Menu.Item component={Link} to={importPath} leftSection={<Icon name="up" size={16} />}>
                Import CSV
              </Menu.Item>
            )}
            {canExport && (
              <Menu.Item onClick={exportShown} leftSection={<Icon name="down" size={16} />}>
                Export CSV
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
      {choosing && cards && (
        <FilterSheet
          shown={`Show ${counted(shown?.length ?? 0, "row")}`}
          showAll={list.showAll}
          onClose={() => setChoosing(false)}
        >
          {days}
          {choices}
          {"table" in props && (
            <Choice
              label="Order"
              titled
              value={orderText(list.sorting.order)}
              options={orderOptions(props.table.columns, list.sorting)}
              onChange={(text) => list.sorting.change(parseOrder(text))}
            />
          )}
          {importPath && (
            <Button component={Link} to={importPath} variant="default" size="md">
              Import CSV
            </Button>
          )}
          {canExport && (
            <Button variant="default" size="md" onClick={exportShown}>
              Export CSV
            </Button>
          )}
        </FilterSheet>
      )}
    </div>
  );
}
