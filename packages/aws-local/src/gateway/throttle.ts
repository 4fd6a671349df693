/** A token bucket: `burst` requests at once, refilled by `rate` a second. Answers whether one more may pass. */
export function openThrottle({ rate, burst }: { rate: number; burst: number }): () => boolean {
  let tokens = burst;
  let seen = performance.now();
  return () => {
    const now = performance.now();
    tokens = Math.min(burst, tokens + ((now - seen) / 1000) * rate);
    seen = now;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
}
