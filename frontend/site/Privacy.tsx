import * as company from "../../shared/company.ts";
import { contact, privacy } from "./content/privacy.ts";
import { Footer } from "./Footer.tsx";
import { Header } from "./Header.tsx";
import { PageStyle } from "./PageStyle.tsx";
import css from "./styles/privacy.css?inline";

/** The privacy notice: a separate page without script. */
export const Privacy = ({ site, font }: { site: string; font: string }) => (
  <html lang="en-GB">
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{`${privacy.title} | ${company.name.value}`}</title>
      <meta name="description" content={privacy.introduction} />
      <meta name="theme-color" content="#fbfaf6" />
      <link rel="canonical" href={`${site}/privacy.html`} />
      <PageStyle css={css} font={font} />
    </head>
    <body>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <Header home="/" />
      <main id="main" tabIndex={-1} className="section notice">
        <h1>{privacy.title}</h1>
        <p>{privacy.introduction}</p>
        {privacy.parts.map(({ title, paragraphs }) => (
          <section key={title}>
            <h2>{title}</h2>
            {paragraphs.map((text) => (
              <p key={text}>{text}</p>
            ))}
          </section>
        ))}
        <p>
          {privacy.ask} <a href={`mailto:${contact.value}`}>{contact.value}</a>. {privacy.complain}{" "}
          <a href={privacy.commissioner.url}>{privacy.commissioner.name}</a>.
        </p>
      </main>
      <Footer home="/" />
    </body>
  </html>
);
