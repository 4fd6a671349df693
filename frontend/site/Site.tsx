import { ChatWidget } from "./ChatWidget.tsx";
import { Contact } from "./Contact.tsx";
import { services, servicesHeading } from "./content/services.ts";
import { Footer } from "./Footer.tsx";
import { Header } from "./Header.tsx";
import { Hero } from "./Hero.tsx";
import { Island } from "./Island.tsx";
import { Portfolio } from "./Portfolio.tsx";
import { servicePictures } from "./pictures.ts";
import { Solutions } from "./Solutions.tsx";

/** The whole page, rendered at build time. Only its islands are hydrated. */
export const Site = () => (
  <>
    <a className="skip" href="#main">
      Skip to content
    </a>
    <Island name="Header">
      <Header />
    </Island>
    <main id="main" tabIndex={-1}>
      <section id="home" aria-label="Home">
        <Island name="Hero">
          <Hero />
        </Island>
      </section>
      <Services />
      <Solutions />
      <Portfolio />
      <Contact />
    </main>
    <Footer />
    <Island name="ChatWidget">
      <ChatWidget />
    </Island>
  </>
);

const Services = () => (
  <section id="services" className="section" aria-labelledby="services-title">
    <div className="section-heading">
      <h2 id="services-title">{servicesHeading.title}</h2>
      <p>{servicesHeading.introduction}</p>
    </div>
    {/* On phones a row to swipe, which must be reachable by keyboard. */}
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above. */}
    <ul className="services swiped" aria-labelledby="services-title" tabIndex={0}>
      {services.map(({ id, title, text, picture, features }) => (
        <li key={id} className="service">
          <img src={servicePictures[id]} alt={picture} width="360" height="200" loading="lazy" />
          <h3>{title}</h3>
          <p>{text}</p>
          <ul className="ticks">
            {features.map((feature) => (
              <li key={feature}>{feature}</li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  </section>
);
