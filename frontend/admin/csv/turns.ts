/** Milliseconds of work after which the page has its turn. */
const atOnce = 40;

/** Lets the page go on between pieces of long work, and says how far that is. */
export function inTurns(onProgress: (share: number) => void): (share: number) => Promise<void> {
  let since = performance.now();
  return async (share) => {
    if (performance.now() - since < atOnce) return;
    onProgress(share);
    await new Promise((next) => setTimeout(next));
    since = performance.now();
  };
}
