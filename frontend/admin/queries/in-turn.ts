const places = 4;
let taken = 0;
const waiting: (() => void)[] = [];

/**
 * Does a piece of work when one of four places is free. A new account runs ten functions at once, for everybody; and
 * four answers fill a phone's link.
 */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (taken === places) await new Promise<void>((next) => waiting.push(next));
  else taken += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else taken -= 1;
  }
}
