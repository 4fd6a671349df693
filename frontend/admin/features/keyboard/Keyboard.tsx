import { lazy, Suspense, useCallback, useEffect, useState } from "react";
import { useKeys, useSingleKeys } from "./keys.ts";

const loadPalette = () => import("./Palette.tsx");
const Palette = lazy(loadPalette);
const KeysHelp = lazy(() => import("./KeysHelp.tsx"));

/** After the page's own requests. */
const PRELOAD_DELAY_MS = 3_000;

type Props = { finding: boolean; setFinding: (open: boolean) => void };

/** Keyboard shortcuts for every screen. The palette loads before it is needed, the help when it is first opened. */
export function Keyboard({ finding, setFinding }: Props) {
  const [helping, setHelping] = useState(false);
  const [query, setQuery] = useState("");
  const [single, setSingle] = useSingleKeys();
  const palette = useCallback(() => setFinding(true), [setFinding]);
  const help = useCallback(() => setHelping(true), []);
  const close = useCallback(() => {
    setFinding(false);
    setQuery("");
  }, [setFinding]);
  useKeys({ palette, help, single });
  useEarlyKeys({ enabled: finding, setQuery, close });
  useEffect(() => {
    // A failed load is tried again when the palette opens.
    const timer = setTimeout(() => void loadPalette().catch(() => {}), PRELOAD_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Suspense>
      {finding && <Palette query={query} setQuery={setQuery} onClose={close} showKeys={help} />}
      {helping && <KeysHelp single={single} setSingle={setSingle} onClose={() => setHelping(false)} />}
    </Suspense>
  );
}

type EarlyKeysOptions = {
  enabled: boolean;
  setQuery: (change: (query: string) => string) => void;
  close: () => void;
};

/** Keeps what is typed after Ctrl K until the palette has loaded and its field has the focus. */
function useEarlyKeys({ enabled, setQuery, close }: EarlyKeysOptions): void {
  useEffect(() => {
    if (!enabled) return;
    function pressed(event: KeyboardEvent) {
      if (document.activeElement?.closest("[data-palette]")) return;
      const { key, ctrlKey, metaKey, altKey } = event;
      if (ctrlKey || metaKey || altKey) return;
      // The page behind must not take it.
      event.preventDefault();
      event.stopPropagation();
      if (key === "Escape") close();
      else if (key === "Backspace") setQuery((query) => query.slice(0, -1));
      else if ([...key].length === 1) setQuery((query) => query + key);
    }
    document.addEventListener("keydown", pressed, { capture: true });
    return () => document.removeEventListener("keydown", pressed, { capture: true });
  }, [enabled, setQuery, close]);
}
