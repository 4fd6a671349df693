import { city } from "../../shared/company.ts";
import { contactHeading, mapPage } from "./content/contact.ts";
import { Icon } from "./Icon.tsx";

export const MapPageLink = () => (
  <a className="quiet-link" href={mapPage} target="_blank" rel="noopener">
    {contactHeading.mapLink}
    <span className="unseen"> ({city.value}, opens in a new tab)</span>
    <Icon name="away" />
  </a>
);
