// The screen of the back-office, which the browser sends with each change.

export const SCREEN_HEADER = "x-screen";

/** A screen's path, with `:id` for a record's id. */
export const screenPattern = /^\/admin(?:\/(?:[a-z-]{1,40}|:id)){0,4}$/;

/** `/admin/clients/<a client's id>` → `/admin/clients/:id` */
export const screenOf = (path: string): string => path.replace(/(?<=\/)[\da-f-]{36}(?=\/|$)/g, ":id");
