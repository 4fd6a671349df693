import type { Language } from "../languages.ts";
import type { Client } from "./client.ts";

export type Values = {
  name: string;
  email: string;
  phone: string;
  company: string;
  address: string;
  kra_pin: string;
  status: Client["status"];
  language: Language;
  muted: boolean;
};

const empty: Values = {
  name: "",
  email: "",
  phone: "",
  company: "",
  address: "",
  kra_pin: "",
  status: "active",
  language: "en",
  muted: false,
};

export const valuesOf = ({ name, email, phone }: Prospect): Values => ({ ...empty, name, email, phone });

export const storedOf = (client: Client | undefined) => {
  if (!client) return { values: empty };
  const {
    name,
    email,
    phone,
    company,
    address,
    kra_pin = "",
    status,
    language = "en",
    muted = false,
  } = client;
  const values = { name, email, phone, company, address, kra_pin, status, language, muted };
  return { values, version: client.version };
};

/** The sender of a message, to be added as a client. */
export type Prospect = { messageId: string; name: string; email: string; phone: string };

/** The request body: PIN, language and mute only if chosen, or stored before. */
export const bodyOf = ({ muted, language, kra_pin, ...values }: Values, client: Client | undefined) => ({
  ...values,
  ...((kra_pin || client?.kra_pin !== undefined) && { kra_pin }),
  ...((language !== "en" || client?.language) && { language }),
  ...((muted || client?.muted) && { muted }),
});

/** Compares names without regard to case and spacing. */
export function isSameName(typed: string, name: string): boolean {
  const plain = (text: string) => text.trim().replace(/\s+/g, " ").toLowerCase();
  return plain(typed) === plain(name);
}

/** Other clients with the same email address or name. */
export function findDuplicates(
  clients: readonly Client[],
  typed: { id: string | undefined; name: string; email: string },
) {
  const same = (a: string, b: string) => a.trim() !== "" && a.trim().toLowerCase() === b.trim().toLowerCase();
  const others = clients.filter(({ id }) => id !== typed.id);
  return {
    email: others.find((client) => same(typed.email, client.email)),
    name: others.find((client) => same(typed.name, client.name)),
  };
}
