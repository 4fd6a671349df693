import { useEffect, useState } from "react";
import { Brand } from "./Brand.tsx";
import { sections } from "./content/sections.ts";
import { HeaderCall } from "./HeaderCall.tsx";
import { Icon } from "./Icon.tsx";
import { StaticHtml } from "./StaticHtml.tsx";
import { useCurrentSection } from "./use-current-section.ts";
import { usePopover } from "./use-popover.ts";

/** As specified. */
const SCROLL_THRESHOLD_PX = 20;

function useScrolled() {
  const [scrolled, setScrolled] = useState(false);
  useEffect(() => {
    const update = () => setScrolled(window.scrollY > SCROLL_THRESHOLD_PX);
    update();
    addEventListener("scroll", update, { passive: true });
    return () => removeEventListener("scroll", update);
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
                <a href={`#${id}`} aria-current={id === current ? "location" : undefined} onClick={close}>
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
