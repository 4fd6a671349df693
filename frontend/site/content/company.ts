import { fact, placeholder } from "./fact.ts";

export const company = {
  name: placeholder("The company's name", "Mwamba Software"),
  /** Where the site will be found. `VITE_SITE_URL` given to the build takes its place. */
  site: placeholder("The site's own address, here or as VITE_SITE_URL", "https://mwamba.example"),
  phone: placeholder("The telephone number, in international form", "+254 700 000 000"),
  whatsapp: placeholder("The WhatsApp number, in international form", "+254 700 000 000"),
  email: placeholder("The sales e-mail address", "sales@mwamba.example"),
  city: fact("Nairobi, Kenya"),
  street: placeholder("The office's building and street", "Kenyatta Avenue"),
  /** Degrees. The drawn map shows the same place: see illustrations/map.svg. */
  position: placeholder("The office's position on the map", { latitude: -1.2844, longitude: 36.8209 }),
  social: placeholder("The addresses of the company's social profiles", [
    { name: "LinkedIn", url: "https://www.linkedin.com/" },
    { name: "X", url: "https://x.com/" },
    { name: "Facebook", url: "https://www.facebook.com/" },
  ]),
};

export const telephoneLink = `tel:${company.phone.value.replace(/[^\d+]/g, "")}`;
export const mailLink = `mailto:${company.email.value}`;
