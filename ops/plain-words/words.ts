/**
 * Words that make a reader stop, with a plain one beside each. A line is searched with its names taken apart, so
 * `shut out` finds `shutOut` and `shut-out.ts` too.
 */
export const phrases: Record<string, string> = {
  whom: "who, or another sentence",
  whoever: "anyone who",
  whosoever: "anyone who",
  anew: "again",
  thereof: "of it",
  wherein: "in which",
  "so many": "the number, or how many",
  "told of": "notified about",
  "tells of": "says",
  "comes of": "follows from",
  "goes by itself": "is deleted, expires",
  laid: "put",
  lent: "shared",
  strangers: "the public, visitors",
  "by heart": "from memory",
  "let in": "enable, authorize",
  "shut out": "disable",
  "second factor lacking": "MFA required",
  sold: "subscription",
  untold: "pending notice",
  "put off": "retry later",
  "not now": "retry",
  occasion: "change context",
  fate: "status, result",
  deed: "action",
  heartbeat: "last run",
  patience: "timeout",
  "a while": "a duration with its unit",
  hasty: "short timeouts",
  employ: "create staff",
  forgive: "allow",
  "ask ahead": "prefetch",
  "take ahead": "take prefetched",
  "take along": "convert with it",
  "in turns": "yield",
  "kept aside": "marked as spam",
  whence: "from where",
  hence: "so",
  lest: "so that … not",
  whilst: "while",
  hitherto: "until now",
  "as yet": "yet",
  "of old": "old",
  betray: "show",
  dwell: "stay",
};

/** The names of commands. */
export const names = /\btest:strangers\b/g;

/** The list itself. */
export const exceptions = ["ops/plain-words/"];
