import * as company from "../../../shared/company.ts";
import { placeholder } from "../../../shared/fact.ts";
import { ANSWER_HOURS } from "../../../shared/messages/contact-form.ts";

export const contactHeading = {
  title: "Tell us what has to add up",
  introduction: "A few lines about your business and what slows it down are enough.",
  next: "What happens next",
  reads: "Who reads your message",
  samples: "Sample people, times and terms",
  call: "Ask for a call",
  callRequest: (slot: string) => `please call me on a weekday at ${slot}.`,
  terms: "Before you ask",
  office: "Our office",
  mapLink: "Open in OpenStreetMap",
  // Without script the form cannot be sent.
  withoutScript:
    "Your browser does not run the script that sends this form. Please call us or write an email: it reaches the same people.",
} as const;

export const nextSteps = placeholder("What follows a message, and by when", [
  { when: "Today", what: "Somebody who builds these systems reads what you wrote." },
  { when: "By tomorrow", what: "We call you, or write, with questions and a first price." },
  { when: "Within two weeks", what: "Your staff click through a prototype, before you sign anything." },
]);

export const reader = placeholder("Who reads the messages, with leave to show a name", {
  name: "Amina Mfano",
  role: "Head of implementation",
});

export const callSlots = placeholder("The times at which somebody can call a visitor", ["10:00", "15:00"]);

/** After "Get Quote". Heading and message are followed by the product's name. */
export const quote = {
  heading: "Quote for",
  message: "Please send me a quote:",
  end: "Write about something else",
} as const;

export const contact = {
  promise: `We reply within ${ANSWER_HOURS} hours.`,
  labels: { name: "Name", email: "Email", phone: "Phone", message: "Message" },
  optional: "optional",
  empty: {
    name: "Please tell us your name.",
    email: "Please tell us where to send our answer.",
    message: "Please write a few words about what you need.",
  },
  send: "Send Message",
  sending: "Sending Message...",
  reference: "Your reference is",
  sent: "You sent",
  again: "Write another message",
  openMap: "Show live map",
  closeMap: "Show drawing",
  map: "Map of central Nairobi with our office on Kenyatta Avenue",
} as const;

const { latitude, longitude } = company.position.value;
// About two by one and a half kilometres around the office.
const box = [longitude - 0.009, latitude - 0.006, longitude + 0.009, latitude + 0.006].map((n) =>
  n.toFixed(4),
);

export const mapEmbed = `https://www.openstreetmap.org/export/embed.html?bbox=${box.join("%2C")}&layer=mapnik&marker=${latitude}%2C${longitude}`;
export const mapPage = () =>
  `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`;
