import { documentOf, html } from "./html.ts";

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
