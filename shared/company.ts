import { fact, placeholder } from "./fact.ts";

// What the owner says of the company, once for the site and the back-office. The emails say what stands in Settings.

export const name = placeholder("The company's name", "Mwamba Software");
/** Where there is room for one word. */
export const shortName = name.value.replace(/ .*/, "");
/** What the back-office calls itself, in browsers' tabs and in people's authenticator apps. */
export const backOfficeName = `${shortName} back-office`;

/** Where the site will be found. `VITE_SITE_URL` given to the build takes its place. */
export const site = placeholder("The site's own address, here or as VITE_SITE_URL", "https://mwamba.example");

export const phone = placeholder("The telephone number, in international form", "+254 700 000 000");
export const whatsapp = placeholder("The WhatsApp number, in international form", "+254 700 000 000");
export const email = placeholder("The sales email address", "sales@mwamba.example");

/** When somebody answers the chat and the telephone. */
export const hours = placeholder(
  "The hours in which the chat and the telephone are answered",
  "Monday to Friday 8:00–18:00, Saturday 9:00–13:00",
);

export const city = fact("Nairobi, Kenya");
export const street = placeholder("The office's building and street", "Kenyatta Avenue");

/** In degrees. The drawn map shows the same place: see the site's map.svg. */
export const position = placeholder("The office's position on the map", {
  latitude: -1.285,
  longitude: 36.8206,
});

export const social = placeholder("The addresses of the company's social profiles", [
  { name: "LinkedIn", url: "https://www.linkedin.com/" },
  { name: "X", url: "https://x.com/" },
  { name: "Facebook", url: "https://www.facebook.com/" },
]);

/** As it is shown: a number that breaks over two lines is hard to read out. */
export const telephone = phone.value.replaceAll(" ", "\u00a0");
export const telephoneLink = `tel:${phone.value.replace(/[^\d+]/g, "")}`;
export const mailLink = `mailto:${email.value}`;
