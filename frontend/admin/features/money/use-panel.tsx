import { lazy, Suspense, useCallback, useMemo, useRef } from "react";
import { useDialog } from "../../components/form/use-dialog.ts";
import { useRowKeys } from "../../components/table/row-keys.ts";
import type { Address } from "../../components/table/use-list.ts";
import { useRoomForPanel } from "../../components/ui/use-narrow.ts";
import type { PanelHandle, PanelTarget } from "./ClientPanel.tsx";
import type { DueRow } from "./due.ts";

const ClientPanel = lazy(() => import("./ClientPanel.tsx"));

const focusRow = (id: string) => document.querySelector<HTMLElement>(`[data-row="${id}"]`)?.focus();

/** The panel of the chosen client beside the list; in narrower windows it opens over the page, as everywhere. */
export function usePanel(shown: readonly DueRow[] | undefined, { get, set }: Address) {
  const dialog = useDialog();
  const hasRoom = useRoomForPanel();
  const chosen = hasRoom ? get("client") : "";
  const panel = useRef<PanelHandle>(null);
  // What gets the focus once the panel has loaded.
  const wanted = useRef<PanelTarget>(undefined);
  const openClient = useCallback(
    (id: string, target?: PanelTarget) => {
      if (!hasRoom) return dialog.open("pay", id);
      set({ client: id });
      if (target && panel.current) panel.current.focus(target, id);
      else wanted.current = target;
    },
    [hasRoom, dialog.open, set],
  );
  const showPanel = useCallback((handle: PanelHandle | null) => {
    panel.current = handle;
    if (handle && wanted.current) handle.focus(wanted.current);
    wanted.current = undefined;
  }, []);
  const keys = useMemo(() => {
    const open = (target: PanelTarget) => (id: string) => {
      if (shown?.some((row) => row.id === id && row.client)) openClient(id, target);
    };
    return { p: open("reference"), r: open("remind") };
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
        <ClientPanel docked ref={showPanel} value={chosen} onRecorded={goToNextRow} onClose={close} />
      </Suspense>
    ),
  };
}
