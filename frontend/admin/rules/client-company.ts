import type { Client } from "../../../shared/clients/client.ts";

/** The company, else the client's name, as specified; empty for erased clients. */
export const companyOf = ({ company, name, erased_at }: Client): string => (erased_at ? "" : company || name);

/** The company to name beside a name; undefined if there is none, or if it is the same. */
export const companyBeside = (name: string, company: string | undefined): string | undefined =>
  company && company !== name ? company : undefined;
