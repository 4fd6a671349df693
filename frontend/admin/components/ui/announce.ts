/** The result of an action, shown on screen and announced by screen readers. */
export type Announcement = {
  id: number;
  text: string;
  tone: "success" | "error";
  undo?: (() => void) | undefined;
};

let current: Announcement | undefined;
const listeners = new Set<() => void>();

function change(next: Announcement | undefined): void {
  current = next;
  for (const listener of listeners) listener();
}

let count = 0;
export function announce(
  text: string,
  tone: Announcement["tone"] = "success",
  undo?: Announcement["undo"],
): void {
  count += 1;
  change({ id: count, text, tone, undo });
}

export const withdraw = (id: number) => {
  if (current?.id === id) change(undefined);
};

export const withdrawAll = () => change(undefined);

export const announcements = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  get: () => current,
};
