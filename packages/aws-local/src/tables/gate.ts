export type Gate = ReturnType<typeof gate>;

/** Lets requests through side by side, and now and then one thing alone (a table's change, closing). */
export function gate() {
  let inside = 0;
  let closed: Promise<unknown> | undefined;
  let emptied: (() => void) | undefined;

  return {
    async enter<Result>(work: () => Promise<Result>): Promise<Result> {
      while (closed) await closed;
      inside++;
      try {
        return await work();
      } finally {
        if (--inside === 0) emptied?.();
      }
    },

    async alone<Result>(work: () => Promise<Result>): Promise<Result> {
      while (closed) await closed;
      const { promise, resolve: open } = Promise.withResolvers<void>();
      closed = promise;
      try {
        if (inside > 0) {
          await new Promise<void>((resolve) => {
            emptied = resolve;
          });
        }
        return await work();
      } finally {
        emptied = undefined;
        closed = undefined;
        open();
      }
    },
  };
}
