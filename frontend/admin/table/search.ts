/** Text as it is searched: small letters, accents left out. */
export const searchable = (...parts: string[]): string =>
  parts.join("\n").toLowerCase().normalize("NFD").replaceAll(/\p{M}/gu, "");

/** Whether a row's searchable text holds every word, each anywhere. */
export function matcher(query: string): (text: string) => boolean {
  const words = searchable(query).split(/\s+/).filter(Boolean);
  return (text) => words.every((word) => text.includes(word));
}
