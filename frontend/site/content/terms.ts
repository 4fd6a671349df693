import { placeholder } from "../../../shared/fact.ts";
import { registration, storage } from "./privacy.ts";

export const terms = placeholder("Where data is, whose the code is, and what happens when a client leaves", [
  { what: "Your data", answer: `Hosted in ${storage.value}, on Amazon Web Services, copied every night.` },
  { what: "The code", answer: "What we write for you is yours, with its manual, once it is paid." },
  { what: "If you leave", answer: "All your records as Excel files within five working days, at no charge." },
  { what: "Data protection", answer: `Registered with the Data Commissioner: ${registration.value}.` },
]);
