import { lazy, Suspense, useCallback, useState } from "react";
import { useKeys, useSingleKeys } from "./keys.ts";

const Palette = lazy(() => import("./Palette.tsx"));
const KeysHelp = lazy(() => import("./KeysHelp.tsx"));

/** Keyboard shortcuts for every screen. The dialogs load when they are first opened. */
export function Keyboard({ finding, setFinding }: { finding: boolean; setFinding: (open: boolean) => void }) {
  const [helping, setHelping] = useState(false);
  const [single, setSingle] = useSingleKeys();
  const palette = useCallback(() => setFinding(true), [setFinding]);
  const help = useCallback(() => setHelping(true), []);
  useKeys({ palette, help }, single);
  return (
    <Suspense>
      {finding && <Palette onClose={() => setFinding(false)} showKeys={help} />}
      {helping && <KeysHelp single={single} setSingle={setSingle} onClose={() => setHelping(false)} />}
    </Suspense>
  );
}
