const paths = {
  dashboard: "M3 13h7V3H3zM14 21h7V11h-7zM14 3v4h7V3zM3 21h7v-4H3z",
  clients:
    "M16 20v-1.5a4 4 0 0 0-4-4H7a4 4 0 0 0-4 4V20M9.5 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7M21 20v-1.5a4 4 0 0 0-3-3.9M16 4.2a3.5 3.5 0 0 1 0 6.6",
  subscriptions: "M20 11a8 8 0 0 0-14.3-4.9L3 8.5M3 3.5v5h5M4 13a8 8 0 0 0 14.3 4.9l2.7-2.4M21 20.5v-5h-5",
  payments: "M3 6h18v12H3zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6M6.5 9.5v0M17.5 14.5v0",
  overdue: "M5 5.5h14v14.5H5zM5 10h14M9 3.5v4M15 3.5v4M12 12.5v3.5M12 18v0",
  messages: "M4 5h16v11h-9l-4 4v-4H4zM8 9h8M8 12h5",
  settings:
    "M4 7h9M17 7h3M4 17h3M11 17h9M15 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5M9 19.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5",
  edit: "M4 20h4L19 9l-4-4L4 16zM13 7l4 4",
  more: "M4.5 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0M11 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0M17.5 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0",
  filter: "M4 6h16M7 12h10M10 18h4",
  menu: "M4 7h16M4 12h16M4 17h16",
  close: "M6 6l12 12M18 6L6 18",
  search: "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13M15.5 15.5L20 20",
  plus: "M12 5v14M5 12h14",
  down: "M12 5v14M6 13l6 6 6-6",
  up: "M12 19V5M6 11l6-6 6 6",
  check: "M5 12.5l4.5 4.5L19 7",
  payment: "M3 7h18v11H3zM3 11h18M7 15h4",
  send: "M21 3L10 14M21 3l-7 18-4-7-7-4z",
  chat: "M20.5 11.5a8.5 8.5 0 0 1-12.6 7.4L3.5 20.5l1.6-4.4a8.5 8.5 0 1 1 15.4-4.6M8.8 9.2c0 3.3 2.7 6 6 6l1-1.6-2-1.1-1 .7a4.6 4.6 0 0 1-2.2-2.2l.7-1-1.1-2z",
  bell: "M6 16v-5a6 6 0 0 1 12 0v5l2 2H4zM10 21h4",
  mute: "M6 16v-5a6 6 0 0 1 12 0v5l2 2H4zM10 21h4M3 3l18 18",
  pause: "M8 5v14M16 5v14",
  play: "M7 5l11 7-11 7z",
  left: "M15 5l-7 7 7 7",
  right: "M9 5l7 7-7 7",
  reminders: "M4 6h16v12H4zM4 7l8 6 8-6",
  note: "M5 4h14v11l-5 5H5zM14 20v-5h5M8.5 9h7M8.5 12.5h4",
  activity: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M12 7v5l3.5 2",
  staff: "M12 11.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8M4.5 20.5a7.5 7.5 0 0 1 15 0",
  leave: "M9 21H5a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1h4M15 16l4-4-4-4M19 12H9",
  info: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M12 11v5M12 7.6v.1",
} as const;

export type IconName = keyof typeof paths;

/** An icon beside text with the same meaning, so it is hidden from screen readers. */
export const Icon = ({ name, size = 18 }: { name: IconName; size?: number }) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.8"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    focusable="false"
  >
    <path d={paths[name]} />
  </svg>
);
