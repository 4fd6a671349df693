import { useEffect, useState } from "react";
import * as company from "../../shared/company.ts";
import { sections } from "./content/sections.ts";
import { Icon } from "./Icon.tsx";
import { useCurrentSection } from "./use-current-section.ts";
import { usePopover } from "./use-popover.ts";

/** Pixels of scrolling after which the header stands off the page. */
const threshold = 20;

function useScrolled() {
  const [scrolled, setScrolled] = useState(false);
  useEffect(() => {
    const look = () => setScrolled(window.scrollY > threshold);
    look();
    addEventListener("scroll", look, { passive: true });
    return () => removeEventListener("scroll", look);
  }, []);
  return scrolled;
}

export function Header() {
  const current = useCurrentSection();
  const scrolled = useScrolled();
  const { open, close, panel } = usePopover<HTMLElement>();

  return (
    <header className="header" data-scrolled={scrolled || undefined}>
      <div className="header-row">
        <a className="brand" href="#home">
          <svg viewBox="0 0 32 32" aria-hidden="true">
            <path d="M3 27L12.5 7l6 12.5z" />
            <path className="brand-peak" d="M14 27l8-15 7 15z" />
          </svg>
          {company.name.value}
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
                <a href={`#${id}`} aria-current={id === current ? "location" : undefined} onClick={close}>
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <a className="header-call" href={company.telephoneLink}>
          <Icon name="telephone" />
          {company.telephone}
        </a>
      </div>
    </header>
  );
}
