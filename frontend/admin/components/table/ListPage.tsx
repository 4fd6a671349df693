import { Box, Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { count, counted } from "../../words/count.ts";
import { Icon } from "../ui/Icon.tsx";
import { useNarrow } from "../ui/use-narrow.ts";
import { Choice, type Options } from "./Choice.tsx";
import type { Column } from "./columns.ts";
import { type Exported, saveCsv } from "./export.ts";
import { FilterSheet } from "./FilterSheet.tsx";
import classes from "./ListPage.module.css";
import { ListEmpty, ListFailure, ListLoading, ListUnreadable } from "./ListState.tsx";
import type { ListStatus } from "./list-status.ts";
import { SearchBox } from "./SearchBox.tsx";
import { SortChoice } from "./SortChoice.tsx";
import type { List } from "./use-list.ts";

export type ListWords = {
  loading: string;
  /** When the server refused, and when there was no answer. */
  failed: readonly [refused: string, thrown: string];
  empty: readonly [title: string, text: string];
  noMatch?: readonly [title: string, text: string, showAll: string];
};

type Props<R extends { id: string }> = {
  /** What stands above: the page's head, and the way to another list. */
  head?: ReactNode;
  id: string;
  /** The list's name, once it has one. */
  title: string | undefined;
  words: ListWords;
  status: ListStatus;
  list: List<R>;
  /** The days it is of, where they are chosen. */
  days?: ReactNode;
  /** What the search box says; without it there is none. */
  search?: string;
  filters?: readonly { name: string; label: string; options: Options }[];
  /** What is said of the whole list, beside its name. */
  figures?: ReactNode;
  note?: ReactNode;
  /** What to do where nothing is there yet. */
  firstStep?: ReactNode;
  /** The columns that cards, which have no headers to press, can be sorted by. */
  cardsSortedBy?: readonly Column<R>[];
  /** The list as a file: what the search and the filters leave, in the order shown. */
  exported?: Exported<R>;
  /** Where a file of such rows is read. */
  imported?: string;
  /** Beside the list's name, where rows are cards: how some of them are chosen. */
  choose?: (() => void) | undefined;
  /** What can be done with those that are chosen. */
  bar?: ReactNode;
  /** The rows that are shown: in a table, as cards, or otherwise. */
  children: (rows: readonly R[], cards: boolean) => ReactNode;
};

/** A list with all that belongs to it: its name, search, filters and order, and a word for whenever no row is there. */
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
  const { exported, imported } = props;
  const importing = imported && (
    <Button
      component={Link}
      to={imported}
      variant="default"
      size={cards ? "md" : "sm"}
      {...(!cards && { ml: "auto" })}
      leftSection={<Icon name="up" size={16} />}
    >
      Import CSV
    </Button>
  );
  const exporting = exported && shown && shown.length > 0 && status.complete && (
    <Button
      variant="default"
      size={cards ? "md" : "sm"}
      {...(!cards && !imported && { ml: "auto" })}
      leftSection={<Icon name="down" size={16} />}
      onClick={() => void saveCsv(exported, shown)}
    >
      Export CSV
    </Button>
  );
  const narrowing = filters.filter(({ name }) => list.chosen[name]).length;
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
              {narrowing > 0 ? `Filters (${narrowing})` : "Filters"}
            </Button>
          ) : (
            <>
              {choices}
              {importing}
              {exporting}
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
          {importing}
          {exporting}
        </FilterSheet>
      )}
      <section aria-labelledby={id}>
        {title && (
          <div className={classes.title}>
            <h2 id={id}>{title}</h2>
            {figures}
            <span className="quiet small" role="status">
              {status.loadingMore
                ? "Loading the rest... The list is put in order once all are there."
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

/** How much of the list a filter leaves. */
const shownOf = <R,>({ shown = [], rows = [] }: List<R>) =>
  shown.length < rows.length ? `${count(shown.length)} shown` : "";
