const MAX_BLOCKING_MS = 40;

/** Returns a function to call between pieces of long work: it reports progress and lets the browser respond. */
export function yieldToMain(onProgress: (share: number) => void): (share: number) => Promise<void> {
  let since = performance.now();
  return async (share) => {
    if (performance.now() - since < MAX_BLOCKING_MS) return;
    onProgress(share);
    await new Promise((next) => setTimeout(next));
    since = performance.now();
  };
}
