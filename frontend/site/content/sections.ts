/** The page's five sections in reading order; the ids are the addresses people share. */
export const sections = [
  { id: "home", name: "Home" },
  { id: "services", name: "Services" },
  { id: "solutions", name: "Solutions" },
  { id: "portfolio", name: "Portfolio" },
  { id: "contact", name: "Contact" },
] as const;

export type SectionId = (typeof sections)[number]["id"];
