import * as company from "../../../shared/company.ts";

export const chat = {
  title: "Support",
  online: "We're online now",
  greeting: "Hi! How can we help you today?",
  whatsapp: "Chat on WhatsApp",
  call: "Call Us",
  note: "Usually responds within minutes",
  write: "Write to us",
  callShort: "Call us",
  away: "Nobody is at the desk now. We answer",
} as const;

export const whatsappLink = (request = "I would like to request a demo.") =>
  `https://wa.me/${company.whatsapp.value.replace(/\D/g, "")}?text=${encodeURIComponent(`Hello ${company.name.value}, ${request}`)}`;
