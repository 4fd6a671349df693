import * as company from "../../shared/company.ts";
import { page } from "./content/page.ts";
import { services } from "./content/services.ts";
import { solutions } from "./content/solutions.ts";

/** The page's data for search engines (JSON-LD, https://schema.org). */
export function structuredData(site: string) {
  const organization = { "@id": `${site}/#organization` };
  return {
    "@context": "https://schema.org",
    "@graph": [
      {
        "@type": "Organization",
        ...organization,
        name: company.name.value,
        url: `${site}/`,
        logo: `${site}/icon-512.png`,
        description: page.description,
        email: company.email.value,
        telephone: company.phone.value,
        address: { "@type": "PostalAddress", addressLocality: "Nairobi", addressCountry: "KE" },
        areaServed: ["Kenya", "East Africa"],
        sameAs: company.social.value.map(({ url }) => url),
      },
      ...services.map(({ title, text }) => ({
        "@type": "Service",
        name: title,
        description: text,
        provider: organization,
        areaServed: "East Africa",
      })),
      // Not as SoftwareApplication: search engines want a price and ratings with it, which are samples here.
      ...solutions.map(({ name, fullDescription, industries, link }) => ({
        "@type": "Service",
        name,
        description: fullDescription,
        serviceType: "Software",
        audience: { "@type": "BusinessAudience", name: industries.join(", ") },
        url: link.value,
        provider: organization,
        areaServed: "East Africa",
      })),
    ],
  };
}
