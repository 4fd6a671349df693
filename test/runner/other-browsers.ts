import { type EngineName, missingFor } from "../browser/engines.ts";
import { getBrowser } from "./get-browser.ts";

const names: readonly EngineName[] = ["Firefox", "WebKit"];

/** Says in one line for each browser that is missing that its journeys are skipped. Installs none of them. */
export default function setup(): void {
  getBrowser();
  for (const name of names) {
    const missing = missingFor(name);
    if (missing) console.info(missing);
  }
}
