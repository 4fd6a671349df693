/** Only in static parts, which the browser does not render. */
const staticPaths = {
  telephone:
    "M6 4h3.5l1.5 4-2 1.5a11 11 0 0 0 5.5 5.5L16 13l4 1.5V18a2 2 0 0 1-2 2A14 14 0 0 1 4 6a2 2 0 0 1 2-2z",
  mail: "M4 6h16v12H4zM4 7l8 6 8-6",
  place: "M12 21c4-5 6-8 6-11a6 6 0 0 0-12 0c0 3 2 6 6 11zM12 12a2 2 0 1 0 0-4 2 2 0 0 0 0 4z",
  away: "M8 16L17 7M10 7h7v7",
};

const paths = {
  menu: "M4 7h16M4 12h16M4 17h16",
  close: "M6 6l12 12M18 6L6 18",
  previous: "M15 5l-7 7 7 7",
  next: "M9 5l7 7-7 7",
  pause: "M9 6v12M15 6v12",
  play: "M8 5.5v13l10-6.5z",
  chat: "M5 5h14v11H11l-4 3.5V16H5z",
  ...(import.meta.env.SSR && staticPaths),
};

export type IconName = keyof typeof paths;

export const Icon = ({ name }: { name: IconName }) => (
  <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={paths[name]} />
  </svg>
);
