/** Lowercase text without accents. */
export const searchable = (...parts: string[]): string =>
  parts.join("\n").toLowerCase().normalize("NFD").replaceAll(/\p{M}/gu, "");

/** A payment reference with spaces; its parts alone would match too much. */
const spacedReference = /\b(\d{3}) (\d{3}) (\d)\b/;

/** Whether a row's searchable text contains every word. */
export function matcher(query: string): (text: string) => boolean {
  const [word, ...more] = searchable(query).replace(spacedReference, "$1$2$3").split(/\s+/).filter(Boolean);
  if (word === undefined) return () => true;
  if (more.length === 0) return (text) => text.includes(word);
  return (text) => text.includes(word) && more.every((furtherWord) => text.includes(furtherWord));
}
