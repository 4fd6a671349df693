import * as company from "../../shared/company.ts";
import { page } from "./content/page.ts";
import { PageStyle } from "./PageStyle.tsx";
import { structuredData } from "./structured-data.ts";
import css from "./styles/site.css?inline";

/** Metadata for browsers, search engines and chat apps. */
export function Head({ site, font }: { site: string; font: string }) {
  const address = `${site}/`;
  const share = `${site}/share.jpg`;
  // Written into a script element, where "</script>" would end it.
  const data = JSON.stringify(structuredData(site)).replaceAll("<", "\\u003c");
  return (
    <>
      <title>{page.title}</title>
      <meta name="description" content={page.description} />
      <meta name="keywords" content={page.keywords} />
      <meta name="author" content={company.name.value} />
      <meta name="theme-color" content="#fbfaf6" />
      <link rel="canonical" href={address} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={company.name.value} />
      <meta property="og:locale" content="en_GB" />
      <meta property="og:title" content={page.title} />
      <meta property="og:description" content={page.description} />
      <meta property="og:url" content={address} />
      <meta property="og:image" content={share} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={page.shareImage} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={page.title} />
      <meta name="twitter:description" content={page.description} />
      <meta name="twitter:image" content={share} />
      <meta name="twitter:image:alt" content={page.shareImage} />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <link rel="manifest" href="/manifest.webmanifest" />
      <PageStyle css={css} font={font} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own facts, escaped above. */}
      <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: data }} />
    </>
  );
}
