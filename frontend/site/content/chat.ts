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
} as const;

const request = () => `Hello ${company.name.value}, I would like to request a demo.`;
export const whatsappLink = () =>
  `https://wa.me/${company.whatsapp.value.replace(/\D/g, "")}?text=${encodeURIComponent(request())}`;
