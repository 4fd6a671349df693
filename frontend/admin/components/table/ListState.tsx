import { Box, Button, Group } from "@mantine/core";
import type { ReactNode } from "react";
import { count } from "../../../../shared/count.ts";
import { ApiError } from "../../../api.ts";
import { Notice } from "../ui/Notice.tsx";
import { RowsSkeleton } from "../ui/Skeletons.tsx";

type LoadingProps = {
  children: string;
  /** What comes; by default rows. */
  shape?: ReactNode;
};

export const ListLoading = ({ children, shape = <RowsSkeleton /> }: LoadingProps) => (
  <div role="status">
    <Box component="p" className="quiet small" mb={8}>
      {children}
    </Box>
    {shape}
  </div>
);

/** An empty list, or one without matches: what the list is for, and what to do. */
export const ListEmpty = ({
  title,
  heading: Heading = "h3",
  children,
  action,
}: {
  title: string;
  /** One level below the heading above it: `h2` if the list has no title. */
  heading?: "h2" | "h3";
  children: string;
  action?: ReactNode;
}) => (
  <Group
    className="boxed"
    justify="space-between"
    gap="16px 32px"
    px={{ base: 16, sm: 24 }}
    py={{ base: 20, sm: 28 }}
    mt={8}
    role="status"
  >
    <Box className="wrap" flex="1 1 280px" miw={0}>
      <Heading>{title}</Heading>
      <Box component="p" className="quiet" mt={4} maw="72ch">
        {children}
      </Box>
    </Box>
    {action && <Group gap="8px 20px">{action}</Group>}
  </Group>
);

type Pages = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };

/** The button for the next page, if there is one. */
export const ShowMore = ({ query, mt }: { query: Pages; mt: number }) =>
  query.hasNextPage && (
    <Button
      variant="default"
      mt={mt}
      loading={query.isFetchingNextPage}
      onClick={() => void query.fetchNextPage()}
    >
      Show more
    </Button>
  );

/** A note about stored records that could not be read. */
export const ListUnreadable = ({ unreadable = 0 }: { unreadable?: number | undefined }) =>
  unreadable > 0 && (
    <p
      className="quiet small"
      style={{ marginBottom: 12 }}
      role="status"
    >{`${unreadable === 1 ? "1 record" : `${count(unreadable)} records`} could not be read and ${unreadable === 1 ? "is" : "are"} not shown. Nothing was deleted. Your system administrator finds the ${unreadable === 1 ? "id" : "ids"} in the log.`}</p>
  );

type Failure = {
  error: Error;
  /** When the server refused, and when there was no response. */
  texts: readonly [refused: string, thrown: string];
  hasData: boolean;
  retry: () => void;
};

type Query = { error: Error | null; data: unknown; refetch: () => unknown };
type QueryProps = Pick<Failure, "texts"> & { query: Query | readonly Query[] };

/** Why a query failed, or one of several, if it did. */
export function QueryFailure({ query, texts }: QueryProps) {
  const queries = [query].flat() as Query[];
  const error = queries.find((query) => query.error)?.error;
  const hasData = queries.every(({ data }) => data !== undefined);
  const retry = () => void Promise.all(queries.map(({ refetch }) => refetch()));
  return error && <ListFailure error={error} texts={texts} hasData={hasData} retry={retry} />;
}

/** The data of a screen could not be loaded, or not completely. */
export const ListFailure = ({ error, texts: [refused, thrown], hasData, retry }: Failure) => (
  <Notice tone="error" retry={retry}>
    <p>{error instanceof ApiError ? refused : thrown}</p>
    <p>
      {[adviceOn(error), hasData && "The data below may be incomplete or out of date."]
        .filter(Boolean)
        .join(" ")}
    </p>
  </Notice>
);

function adviceOn(error: Error): string {
  if (!(error instanceof ApiError)) return "Nothing was changed. Check your connection and try again.";
  if (error.status < 500 && error.message) return error.message;
  const reference =
    error.requestId && ` If it happens again, tell your system administrator: request ${error.requestId}.`;
  return `Nothing was changed. Try again in a moment.${reference ?? ""}`;
}
