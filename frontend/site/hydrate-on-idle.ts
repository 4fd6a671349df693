import { replaceBrokenImages } from "./broken-images.ts";
import { keepEarlyActions } from "./early-actions.ts";
import { offerQuotes } from "./quote-request.ts";

// The page is readable without React. React loads when the browser is idle, or at the first interaction.
replaceBrokenImages();
offerQuotes();
showChatBarAfterFirstScreen();
const early = keepEarlyActions();

let started = false;
let retryDelayMs = 1_000;

async function hydrateOnIdle() {
  if (started) return;
  started = true;
  try {
    // The page contains the file's name, so that this first script stays small.
    const { hydrate }: typeof import("./hydrate.tsx") = await import(
      /* @vite-ignore */ document.body.dataset.hydration ?? ""
    );
    await hydrate();
  } catch {
    // The connection failed. Each retry waits twice as long, and early clicks are kept.
    started = false;
    retryDelayMs *= 2;
    setTimeout(hydrateOnIdle, retryDelayMs);
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

/** Shows the links of the chat's bar once the first screen is out of view. */
function showChatBarAfterFirstScreen(): void {
  const update = () => document.body.toggleAttribute("data-chat", scrollY >= innerHeight);
  for (const event of ["scroll", "resize"]) addEventListener(event, update, { passive: true });
  update();
}
