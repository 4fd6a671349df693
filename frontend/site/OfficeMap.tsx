import { useState } from "react";
import * as company from "./content/company.ts";
import { contact, mapLinks } from "./content/contact.ts";
import { Icon } from "./Icon.tsx";
import { mapPicture } from "./pictures.ts";

/** A drawing of the neighbourhood; the live map, which is somebody else's server, comes only when asked for. */
export function OfficeMap() {
  const [live, setLive] = useState(false);
  return (
    <div className="map">
      <div className="map-frame">
        <img src={mapPicture} alt={contact.map} width="560" height="360" loading="lazy" />
        {live && <iframe src={mapLinks.embed} title={contact.map} />}
      </div>
      <p className="map-links">
        <button type="button" className="quiet-link" onClick={() => setLive(!live)}>
          {live ? contact.closeMap : contact.openMap}
        </button>
        <a className="quiet-link" href={mapLinks.page} target="_blank" rel="noopener">
          {contact.mapLink}
          <span className="unseen"> ({company.city.value}, opens in a new tab)</span>
          <Icon name="away" />
        </a>
      </p>
    </div>
  );
}
