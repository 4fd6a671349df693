import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";
import { counted } from "../../../../shared/count.ts";
import { formatInstant } from "../../../../shared/dates.ts";
import type { ImportKind } from "../../../../shared/imports/import.ts";
import { request } from "../../../api.ts";
import { ErrorNotice } from "../../components/form/Failure.tsx";
import { Notice } from "../../components/ui/Notice.tsx";
import { importsToCheck } from "./queries.ts";

/** The imports that somebody left in their preview. */
export function ToCheck({ kind }: { kind: ImportKind }) {
  const queryClient = useQueryClient();
  const { data = [] } = useQuery(importsToCheck(kind));
  const discard = useMutation({
    mutationFn: (id: string) => request("DELETE /api/v1/imports/{id}", { params: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: importsToCheck(kind).queryKey }),
  });
  return (
    <>
      <ErrorNotice
        error={discard.error}
        texts={["The server refused it.", "There was no response. Please try again."]}
        mb={16}
      />
      {data.map(({ id, name, counts, by, created_at }) => (
        <Notice
          key={id}
          tone="plain"
          mb={16}
          action={
            <>
              <Button component={Link} to={`/admin/imports/${id}`} aria-label={`Check ${name}`}>
                Check the rows
              </Button>
              <Button
                variant="default"
                aria-label={`Discard ${name}`}
                loading={discard.isPending && discard.variables === id}
                onClick={() => discard.mutate(id)}
              >
                Discard
              </Button>
            </>
          }
        >
          {`${name} with ${counted(counts.rows, "row")} was read by ${by} on ${formatInstant(created_at)}. Nothing of it is saved yet.`}
        </Notice>
      ))}
    </>
  );
}
