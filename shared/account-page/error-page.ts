import { promptProblems } from "../paybill/prompt-texts.ts";
import { documentOf, html } from "./html.ts";
import { texts } from "./texts.ts";

/** Says in both languages why there is no page: nobody knows whose address it was. */
export const errorPage = (status: number, message: string): string =>
  documentOf(
    "Your account",
    "en",
    status === 404
      ? html`<h1>This link does not work</h1>
<p>It is not complete, or it was replaced by a new one. Please use the link in our latest email, or ask us for it.</p>
<section lang="sw"><h2>Kiungo hiki hakifanyi kazi</h2>
<p>Hakijakamilika, au kimebadilishwa. Tafadhali tumia kiungo kilicho kwenye barua pepe yetu ya mwisho, au tuombe kingine.</p></section>`
      : html`<h1>The page cannot be shown now</h1><p>${message}</p>
<section lang="sw"><h2>Ukurasa hauwezi kuonyeshwa sasa</h2><p>Tafadhali jaribu tena baada ya dakika moja.</p></section>`,
  );

/** Says in both languages why no phone was asked to pay. */
export function promptErrorPage(status: number, message: string): string {
  if (status === 404) return errorPage(status, message);
  const problem = Object.values(promptProblems).find(({ en }) => en === message);
  return documentOf(
    "Pay now with M-Pesa",
    "en",
    html`<h1>No request was sent to the phone</h1><p>${message}</p>
<section lang="sw"><h2>Hakuna ombi lililotumwa kwenye simu</h2>
<p>${problem?.sw ?? "Tafadhali angalia nambari ya simu na kiasi, kisha ujaribu tena."}</p></section>
<p class="actions"><a class="button" href="?">${texts.en.back} · <span lang="sw">${texts.sw.back}</span></a></p>`,
  );
}
