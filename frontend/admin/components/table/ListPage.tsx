import { Box, Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { count, counted } from "../../labels/count.ts";
import { Icon } from "../ui/Icon.tsx";
import { useNarrow } from "../ui/use-narrow.ts";
import { Choice, type Options } from "./Choice.tsx";
import type { Column } from "./columns.ts";
import { type CsvExport, saveCsv } from "./export.ts";
import { FilterSheet } from "./FilterSheet.tsx";
import classes from "./ListPage.module.css";
import { ListEmpty, ListFailure, ListLoading, ListUnreadable } from "./ListState.tsx";
import type { ListStatus } from "./list-status.ts";
import { SearchBox } from "./SearchBox.tsx";
import { SortChoice } from "./SortChoice.tsx";
import type { List } from "./use-list.ts";

export type ListWords = {
  loading: string;
  /** When the server refused, and when there was no response. */
  failed: readonly [refused: string, thrown: string];
  empty: readonly [title: string, text: string];
  noMatch?: readonly [title: string, text: string, showAll: string];
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
  /** Figures beside the list's name. */
  figures?: ReactNode;
  note?: ReactNode;
  /** What to do when the list is empty. */
  firstStep?: ReactNode;
  /** The columns that cards can be sorted by. */
  cardsSortedBy?: readonly Column<R>[];
  /** The CSV export of the shown rows, in the shown order. */
  exported?: CsvExport<R>;
  /** The path of the import page. */
  importPath?: string;
  /** Starts selecting cards. */
  choose?: (() => void) | undefined;
  /** The actions on selected rows. */
  bar?: ReactNode;
  /** Renders the rows: as a table, as cards, or otherwise. */
  children: (rows: readonly R[], cards: boolean) => ReactNode;
};

/** A list with its name, search, filters, order and empty states. */
export function ListPage<R extends { id: string }>(props: Props<R>) {
  const {
    head,
    id,
    title,
    words,
    status,
    list,
    days,
    search,
    filters = [],
    figures,
    note,
    firstStep,
  } = props;
  const { rows, shown } = list;
  const cards = useNarrow();
  const [choosing, setChoosing] = useState(false);
  const choices = filters.map(({ name, label, options }) => (
    <Choice
      key={name}
      label={label}
      value={list.chosen[name] ?? ""}
      options={options}
      onChange={(value) => list.choose(name, value)}
      compact={false}
      titled={cards}
    />
  ));
  const { exported, importPath } = props;
  const importButton = importPath && (
    <Button
      component={Link}
      to={importPath}
      variant="default"
      size={cards ? "md" : "sm"}
      {...(!cards && { ml: "auto" })}
      leftSection={<Icon name="up" size={16} />}
    >
      Import CSV
    </Button>
  );
  const exportButton = exported && shown && shown.length > 0 && status.complete && (
    <Button
      variant="default"
      size={cards ? "md" : "sm"}
      {...(!cards && !importPath && { ml: "auto" })}
      leftSection={<Icon name="down" size={16} />}
      onClick={() => void saveCsv(exported, shown)}
    >
      Export CSV
    </Button>
  );
  const activeFilters = filters.filter(({ name }) => list.chosen[name]).length;
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
      {(search || filters.length > 0) && (
        <div className={classes.toolbar}>
          {search && (
            <SearchBox label={search} value={list.search} onChange={list.setSearch} compact={cards} />
          )}
          {cards ? (
            <Button
              variant="default"
              size="md"
              px={14}
              leftSection={<Icon name="settings" />}
              onClick={() => setChoosing(true)}
            >
              {activeFilters > 0 ? `Filters (${activeFilters})` : "Filters"}
            </Button>
          ) : (
            <>
              {choices}
              {importButton}
              {exportButton}
            </>
          )}
        </div>
      )}
      {choosing && cards && (
        <FilterSheet
          shown={`Show ${counted(shown?.length ?? 0, "row")}`}
          showAll={list.showAll}
          onClose={() => setChoosing(false)}
        >
          {days}
          {choices}
          {props.cardsSortedBy && <SortChoice columns={props.cardsSortedBy} sorting={list.sorting} />}
          {importButton}
          {exportButton}
        </FilterSheet>
      )}
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
            {cards && props.choose && shown && shown.length > 0 && (
              <Button
                variant="subtle"
                size="compact-sm"
                className={classes.choose ?? ""}
                onClick={props.choose}
              >
                Select
              </Button>
            )}
          </div>
        )}
        <ListUnreadable unreadable={status.unreadable} />
        {note && <p className="quiet small">{note}</p>}
        {status.pending && <ListLoading>{words.loading}</ListLoading>}
        {shown && props.children(shown, cards)}
        {props.bar}
        {rows?.length === 0 && status.complete && !status.error && (
          <ListEmpty title={words.empty[0]} action={firstStep}>
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
