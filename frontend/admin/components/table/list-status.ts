/** The loading state of a list. */
export type ListStatus = {
  error: Error | null;
  /** No rows are loaded yet. */
  pending: boolean;
  /** More rows are loading. */
  loadingMore: boolean;
  complete: boolean;
  unreadable: number | undefined;
  retry: () => void;
};

/** A list without a query. */
export const loaded: ListStatus = {
  error: null,
  pending: false,
  loadingMore: false,
  complete: true,
  unreadable: undefined,
  retry: () => {},
};

type Query = {
  data: { complete?: boolean; unreadable?: number | undefined; rows?: unknown } | undefined;
  error: Error | null;
  isPending: boolean;
  isFetching: boolean;
  refetch: () => unknown;
};

/** The combined status of these queries; the first one has the rows. */
export function statusOf(...queries: [Query, ...Query[]]): ListStatus {
  const error = queries.find((query) => query.error)?.error ?? null;
  const complete = queries.every(({ data }) => data?.complete !== false);
  return {
    error,
    pending: !error && queries.some(({ isPending }) => isPending),
    loadingMore: !complete && queries.some(({ isFetching }) => isFetching),
    complete,
    unreadable: queries[0].data?.unreadable,
    retry: () => {
      for (const { refetch } of queries) void refetch();
    },
  };
}
