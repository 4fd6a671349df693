import * as company from "../../shared/company.ts";
import { contact, privacy } from "./content/privacy.ts";
import css from "./styles/privacy.css?inline";

/** The privacy notice: a separate page without script. */
export const Privacy = ({ site }: { site: string }) => (
  <html lang="en-GB">
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{`${privacy.title} | ${company.name.value}`}</title>
      <meta name="description" content={privacy.introduction} />
      <link rel="canonical" href={`${site}/privacy.html`} />
      <link rel="icon" href="/favicon.ico" sizes="32x32" />
      <link rel="icon" href="/icon.svg" type="image/svg+xml" />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own stylesheet, part of the build. */}
      <style dangerouslySetInnerHTML={{ __html: css }} />
    </head>
    <body>
      <header>
        <a href="/">{privacy.back}</a>
      </header>
      <main>
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
    </body>
  </html>
);
