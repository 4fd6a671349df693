import { useEffect, useState } from "react";
import * as company from "../../shared/company.ts";
import { type SectionId, sections } from "./content/sections.ts";
import { Icon } from "./Icon.tsx";
import { StaticHtml } from "./StaticHtml.tsx";
import { usePopover } from "./use-popover.ts";

/** As specified. */
const SCROLL_THRESHOLD_PX = 20;

const isScrolled = () => window.scrollY > SCROLL_THRESHOLD_PX;

/** The result of `read` after each scroll and resize. */
function useScrolling<T>(read: () => T, initial: T): T {
  const [value, setValue] = useState(initial);
  useEffect(() => {
    const update = () => setValue(read);
    update();
    for (const event of ["scroll", "resize"]) addEventListener(event, update, { passive: true });
    return () => {
      for (const event of ["scroll", "resize"]) removeEventListener(event, update);
    };
  }, [read]);
  return value;
}

/** `home` is the page that has the sections, if it is another one. */
export function Header({ home = "" }: { home?: string }) {
  const current = useScrolling<SectionId>(sectionInView, "home");
  const scrolled = useScrolling(isScrolled, false);
  const { open, close, panel } = usePopover<HTMLElement>();

  return (
    <header className="header" data-scrolled={scrolled || undefined}>
      <div className="header-row">
        <a className="brand" href={`${home}#home`}>
          <StaticHtml className="brand-inside">{import.meta.env.SSR && <Brand />}</StaticHtml>
        </a>
        <button
          type="button"
          className="menu-toggle"
          popoverTarget="menu"
          aria-expanded={open}
          aria-label={open ? "Close menu" : "Open menu"}
        >
          <Icon name={open ? "close" : "menu"} />
        </button>
        <nav id="menu" className="menu" popover="auto" aria-label="Main" {...panel}>
          <ul>
            {sections.map(({ id, name }) => (
              <li key={id}>
                <a
                  href={`${home}#${id}`}
                  aria-current={!home && id === current ? "location" : undefined}
                  onClick={close}
                >
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <StaticHtml className="header-call">{import.meta.env.SSR && <HeaderCall />}</StaticHtml>
      </div>
    </header>
  );
}

/** The section at 40% of the window's height. */
function sectionInView(): SectionId {
  const line = window.innerHeight * 0.4;
  const isAbove = ({ id }: { id: SectionId }) =>
    (document.getElementById(id)?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY) <= line;
  return sections.filter(isAbove).at(-1)?.id ?? "home";
}

const Brand = () => (
  <>
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <path d="M3 27L12.5 7l6 12.5z" />
      <path className="brand-peak" d="M14 27l8-15 7 15z" />
    </svg>
    {company.name.value}
  </>
);

const HeaderCall = () => (
  <a href={company.telephoneLink}>
    <Icon name="telephone" />
    {company.telephone}
  </a>
);
