/** The page's five sections in order. Links use the ids. */
export const sections = [
  { id: "home", name: "Home" },
  { id: "services", name: "Services" },
  { id: "solutions", name: "Solutions" },
  { id: "portfolio", name: "Portfolio" },
  { id: "contact", name: "Contact" },
] as const;

export type SectionId = (typeof sections)[number]["id"];
