import { replaceBrokenImages } from "./broken-images.ts";
import { keepEarlyActions } from "./early-actions.ts";

// The page can be read as it arrives. React comes when nobody waits for anything else, or at the first touch.
replaceBrokenImages();
const early = keepEarlyActions();
let waking = false;

async function wake() {
  if (waking) return;
  waking = true;
  // Named by the page, so that the one script that comes with it stays as small as it can be.
  const { hydrate }: typeof import("./hydrate.tsx") = await import(
    /* @vite-ignore */ document.body.dataset["awakening"] ?? ""
  );
  await hydrate();
  early.replay();
  document.documentElement.dataset["awake"] = "";
}

const whenIdle = () =>
  "requestIdleCallback" in window ? requestIdleCallback(wake, { timeout: 3_000 }) : setTimeout(wake, 200);
if (document.readyState === "complete") whenIdle();
else addEventListener("load", whenIdle, { once: true });

for (const touch of ["pointerdown", "pointermove", "keydown", "touchstart"]) {
  addEventListener(touch, wake, { once: true, capture: true, passive: true });
}
