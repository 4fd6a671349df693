/** The result of an action, shown on screen and announced by screen readers. */
export type Announcement = {
  id: number;
  text: string;
  tone: "success" | "error";
  action?: AnnouncementAction | undefined;
};

export type AnnouncementAction = { name: "Undo" | "Take back" | "Open"; act: () => void };

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
  action?: AnnouncementAction,
): void {
  count += 1;
  change({ id: count, text, tone, action });
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
