import { useEffect, useRef, useState } from "react";
import { contact, mapEmbed } from "./content/contact.ts";
import { MapPageLink } from "./MapPageLink.tsx";
import { mapPicture } from "./pictures.ts";
import { StaticHtml } from "./StaticHtml.tsx";

/** How far below the view the map is fetched: about half a screen. */
const margin = "400px";

/** Whoever saves data is asked first. */
const savesData = () =>
  (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData ||
  matchMedia("(prefers-reduced-data: reduce)").matches;

/**
 * The live map, which is somebody else's server, over a drawing of the same streets. It comes when the visitor comes
 * near; where it cannot, the drawing stays: an `object` shows nothing when it fails, a frame the browser's complaint.
 */
export function OfficeMap() {
  const [live, setLive] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!place.current || savesData()) return;
    const near = new IntersectionObserver(
      ([seen]) => {
        if (!seen?.isIntersecting) return;
        near.disconnect();
        setLive(true);
      },
      { rootMargin: margin },
    );
    near.observe(place.current);
    return () => near.disconnect();
  }, []);
  return (
    <div className="map">
      <div className="map-frame" tabIndex={-1} ref={place}>
        <img src={mapPicture} alt={contact.map} width="560" height="360" loading="lazy" />
        {live && (
          <object
            data={mapEmbed}
            type="text/html"
            aria-label={contact.map}
            // React passes only the loading of an object on, not its failure.
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
