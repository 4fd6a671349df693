import { lazy, Suspense, useCallback, useState } from "react";
import { useSingleKeys } from "../../components/table/row-keys.ts";
import { usePreload } from "../../components/ui/use-preload.ts";
import { setFindQuery, useFindQuery } from "./find-query.ts";
import { useKeys } from "./keys.ts";

const loadPalette = () => import("./Palette.tsx");
const Palette = lazy(loadPalette);
const KeysHelp = lazy(() => import("./KeysHelp.tsx"));

/** Keyboard shortcuts for every screen. The palette loads before it is needed, the help when it is first opened. */
export function Keyboard() {
  const [helping, setHelping] = useState(false);
  const query = useFindQuery();
  const [single, setSingle] = useSingleKeys();
  const help = useCallback(() => setHelping(true), []);
  useKeys({ help, single });
  usePreload(loadPalette);
  return (
    <Suspense>
      {query !== undefined && (
        <Palette
          query={query}
          setQuery={setFindQuery}
          onClose={() => setFindQuery(undefined)}
          showKeys={help}
        />
      )}
      {helping && <KeysHelp single={single} setSingle={setSingle} onClose={() => setHelping(false)} />}
    </Suspense>
  );
}
