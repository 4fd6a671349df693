import { startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { type IslandName, islands } from "./islands.ts";

function Awake({ name, onAwake }: { name: IslandName; onAwake: () => void }) {
  useEffect(onAwake, [onAwake]);
  const Part = islands[name];
  return <Part />;
}

/** Brings every island to life; settles once all of them answer. */
export async function hydrate(): Promise<void> {
  const places = document.querySelectorAll<HTMLElement>("[data-island]");
  await Promise.all(
    Array.from(
      places,
      (place) =>
        new Promise<void>((onAwake) => {
          const name = place.dataset["island"] as IslandName;
          // A transition is cut into slices, so that no slow telephone freezes while the page wakes up.
          startTransition(() => {
            hydrateRoot(place, <Awake name={name} onAwake={onAwake} />);
          });
        }),
    ),
  );
}
