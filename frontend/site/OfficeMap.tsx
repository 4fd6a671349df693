import { useEffect, useRef, useState } from "react";
import { city } from "../../shared/company.ts";
import { contact, contactHeading, mapEmbed, mapPage } from "./content/contact.ts";
import { Icon } from "./Icon.tsx";
import { mapPicture } from "./pictures.ts";
import { StaticHtml } from "./StaticHtml.tsx";

/** Loads the map about half a screen before it is visible. */
const LOAD_MARGIN = "400px";

/** Visitors who save data load the map with the button. */
const savesData = () =>
  (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData ||
  matchMedia("(prefers-reduced-data: reduce)").matches;

/**
 * The live map from OpenStreetMap, over a drawing of the same streets. It loads when the visitor scrolls near. If it
 * fails, the drawing stays visible: a failed `object` is empty, while a failed frame shows a browser error.
 */
export function OfficeMap() {
  const [live, setLive] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!frame.current || savesData()) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        observer.disconnect();
        setLive(true);
      },
      { rootMargin: LOAD_MARGIN },
    );
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div className="map">
      <div className="map-frame" tabIndex={-1} ref={frame}>
        <img src={mapPicture} alt={contact.map} width="560" height="360" loading="lazy" />
        {live && (
          <object
            data={mapEmbed}
            type="text/html"
            aria-label={contact.map}
            // React supports no onError for an object.
            ref={(map) => {
              if (map) map.onerror = () => setLive(false);
            }}
          />
        )}
      </div>
      <div className="map-links">
        <button type="button" className="quiet-link" onClick={() => setLive(!live)}>
          {live ? contact.closeMap : contact.openMap}
        </button>
        <StaticHtml className="map-page">{import.meta.env.SSR && <MapPageLink />}</StaticHtml>
      </div>
    </div>
  );
}

const MapPageLink = () => (
  <a className="quiet-link" href={mapPage()} target="_blank" rel="noopener">
    {contactHeading.mapLink}
    <span className="unseen"> ({city.value}, opens in a new tab)</span>
    <Icon name="away" />
  </a>
);
