import { replaceBrokenImages } from "./broken-images.ts";
import { keepChatButtonAside } from "./chat-button.ts";
import { keepEarlyActions } from "./early-actions.ts";
import { nameProductInMessage } from "./quote-request.ts";

// The page can be read as it arrives. React comes when nobody waits for anything else, or at the first touch.
replaceBrokenImages();
nameProductInMessage();
keepChatButtonAside();
const early = keepEarlyActions();

let started = false;
let pause = 1_000;

async function hydrateOnIdle() {
  if (started) return;
  started = true;
  try {
    // Named by the page, so that the one script that comes with it stays as small as it can be.
    const { hydrate }: typeof import("./hydrate.tsx") = await import(
      /* @vite-ignore */ document.body.dataset.hydration ?? ""
    );
    await hydrate();
  } catch {
    // The link broke. What was pressed is kept; each try waits twice as long as the one before.
    started = false;
    pause *= 2;
    setTimeout(hydrateOnIdle, pause);
    return;
  }
  early.replay();
  document.documentElement.dataset.awake = "";
}

const whenIdle = () =>
  "requestIdleCallback" in window
    ? requestIdleCallback(hydrateOnIdle, { timeout: 3_000 })
    : setTimeout(hydrateOnIdle, 200);
if (document.readyState === "complete") whenIdle();
else addEventListener("load", whenIdle, { once: true });

for (const touch of ["pointerdown", "pointermove", "keydown", "touchstart"]) {
  addEventListener(touch, hydrateOnIdle, { once: true, capture: true, passive: true });
}
