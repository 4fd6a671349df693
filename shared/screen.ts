// On which screen of the back-office somebody acts, as their browser says with each change.

export const screenHeader = "x-screen";

/** A screen's path, `:id` in the place of what names a record. */
export const screenPattern = /^\/admin(?:\/(?:[a-z-]{1,40}|:id)){0,4}$/;

/** `/admin/clients/<a client's id>` → `/admin/clients/:id` */
export const screenOf = (path: string): string => path.replace(/(?<=\/)[\da-f-]{36}(?=\/|$)/g, ":id");
