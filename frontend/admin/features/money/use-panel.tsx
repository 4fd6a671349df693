import { lazy, Suspense, useCallback, useEffect, useMemo } from "react";
import { useDialog } from "../../components/form/use-dialog.ts";
import { useRowKeys } from "../../components/table/row-keys.ts";
import type { Address } from "../../components/table/use-list.ts";
import { useRoomForPanel } from "../../components/ui/use-narrow.ts";
import type { DueRow } from "./due.ts";
import { dropFocus, keyTargets, type PanelTarget, wantFocus } from "./panel-focus.ts";

const ClientPanel = lazy(() => import("./ClientPanel.tsx"));

const focusRow = (id: string) => document.querySelector<HTMLElement>(`[data-row="${id}"]`)?.focus();

/** The panel of the chosen client beside the list; in narrower windows it opens over the page, as everywhere. */
export function usePanel(shown: readonly DueRow[] | undefined, { get, set }: Address) {
  const dialog = useDialog();
  const hasRoom = useRoomForPanel();
  const chosen = hasRoom ? get("client") : "";
  useEffect(() => dropFocus, []);
  const openClient = useCallback(
    (id: string, target?: PanelTarget) => {
      if (target) wantFocus({ target, client: id });
      if (hasRoom) set({ client: id });
      else dialog.open("pay", id);
    },
    [hasRoom, dialog.open, set],
  );
  const keys = useMemo(() => {
    const open = (target: PanelTarget) => (id: string) => {
      if (shown?.some((row) => row.id === id && row.client)) openClient(id, target);
    };
    return Object.fromEntries(Object.entries(keyTargets).map(([key, target]) => [key, open(target)]));
  }, [shown, openClient]);
  useRowKeys(keys);

  const goToNextRow = useCallback(() => {
    const place = shown?.findIndex(({ id }) => id === chosen) ?? -1;
    const next = shown?.slice(place + 1).find(({ client, settled }) => client && !settled);
    focusRow(next?.id ?? chosen);
  }, [shown, chosen]);
  const close = () => {
    set({ client: undefined });
    focusRow(chosen);
  };
  return {
    chosen,
    openClient,
    panel: chosen !== "" && (
      <Suspense>
        <ClientPanel docked value={chosen} onDone={goToNextRow} onClose={close} />
      </Suspense>
    ),
  };
}
