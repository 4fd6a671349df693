import { fact, placeholder } from "./fact.ts";

// The owner's facts about the company, for the site and the back-office. Emails use the Settings instead.

export const name = placeholder("The company's name", "Mwamba Software");
/** One word, for narrow places. */
export const shortName = name.value.replace(/ .*/, "");
/** The name in browser tabs and authenticator apps. */
export const backOfficeName = `${shortName} back-office`;

export const phone = placeholder("The telephone number, in international form", "+254 700 000 000");
export const whatsapp = placeholder("The WhatsApp number, in international form", "+254 700 000 000");
export const email = placeholder("The sales email address", "sales@mwamba.example");

export const legalName = placeholder("The company's registered name", `${name.value} Limited`);
export const pin = placeholder("The company's tax number (KRA PIN)", "P000000000A");

/** From and to the full hour in Nairobi, for each weekday from Sunday. */
type Hours = { text: string; week: readonly ([number, number] | undefined)[] };
const weekday: [number, number] = [8, 18];
export const hours = placeholder<Hours>("The hours in which the chat and the telephone are answered", {
  text: "Monday to Friday 8:00–18:00, Saturday 9:00–13:00",
  week: [undefined, weekday, weekday, weekday, weekday, weekday, [9, 13]],
});

export const city = fact("Nairobi, Kenya");
export const street = placeholder("The office's building and street", "Kenyatta Avenue");

/** In degrees. The site's map.svg shows the same place. */
export const position = placeholder("The office's position on the map", {
  latitude: -1.285,
  longitude: 36.8206,
});

export const social = placeholder("The addresses of the company's social profiles", [
  { name: "LinkedIn", url: "https://www.linkedin.com/" },
  { name: "X", url: "https://x.com/" },
  { name: "Facebook", url: "https://www.facebook.com/" },
]);

/** With non-breaking spaces, so that the number stays on one line. */
export const telephone = phone.value.replaceAll(" ", "\u00a0");
export const telephoneLink = `tel:${phone.value.replace(/[^\d+]/g, "")}`;
export const mailLink = `mailto:${email.value}`;
