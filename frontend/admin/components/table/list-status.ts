/** How the fetching of a list goes. */
export type ListStatus = {
  error: Error | null;
  /** Nothing is there yet. */
  pending: boolean;
  /** Further rows are on their way. */
  loadingMore: boolean;
  complete: boolean;
  unreadable: number | undefined;
  retry: () => void;
};

type Query = {
  data: { complete?: boolean; unreadable?: number | undefined; rows?: unknown } | undefined;
  error: Error | null;
  isPending: boolean;
  isFetching: boolean;
  refetch: () => unknown;
};

/** Of a list that is made of these; the first has its rows. */
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
