import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Member, MemberChange, NewMember } from "../../../../shared/staff/staff.ts";
import { request } from "../../../api.ts";
import { keyOf, refresh } from "../../queries/cache.ts";
import { staffList } from "../../queries/lists.ts";

/** Changes one member of staff and shows the stored result in the list. */
function useChange<Change>(send: (change: Change) => Promise<{ member: Member }>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (change: Change) => (await send(change)).member,
    onSuccess: (member) => {
      queryClient.setQueryData(
        staffList.queryKey,
        (list) => list && { ...list, rows: [...list.rows.filter(({ id }) => id !== member.id), member] },
      );
    },
    // Also after an error: a part of the change may be done.
    onSettled: () => void refresh(queryClient, "staff", "activity"),
  });
}

export const useInvite = () =>
  useChange((body: NewMember) => request("POST /api/v1/staff/members", { body }));

export const useChangeMember = (id: string) =>
  useChange((body: MemberChange) => request("PUT /api/v1/staff/members/{id}", { params: { id }, body }));

export const useInviteAgain = (id: string) =>
  useChange((_: undefined) => request("POST /api/v1/staff/members/{id}/invitation", { params: { id } }));

export const useResetMfa = (id: string) =>
  useChange((_: undefined) => request("DELETE /api/v1/staff/members/{id}/second-factor", { params: { id } }));

/** Files that a member of staff saved in the last 30 days. */
export const exportsOf = (id: string) =>
  queryOptions({
    queryKey: keyOf("staff", "exports", id),
    queryFn: async ({ signal }) =>
      (await request("GET /api/v1/staff/members/{id}/exports", { params: { id } }, signal)).exports,
  });

export function useRemoveMember(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => request("DELETE /api/v1/staff/members/{id}", { params: { id } }),
    // Not awaited: the refreshed list closes the dialog, and what was done would not be announced.
    onSettled: () => void refresh(queryClient, "staff", "activity"),
  });
}

export function useSaveMfaPolicy() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (second_factor_demanded: boolean) =>
      request("PUT /api/v1/staff/rules", { body: { second_factor_demanded } }),
    onSuccess: (rules) =>
      queryClient.setQueryData(staffList.queryKey, (list) => list && { ...list, ...rules }),
    onSettled: () => void refresh(queryClient, "staff", "activity"),
  });
}
