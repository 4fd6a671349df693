import { ChatWidget } from "./ChatWidget.tsx";
import { Contact } from "./Contact.tsx";
import { Footer } from "./Footer.tsx";
import { Header } from "./Header.tsx";
import { Hero } from "./Hero.tsx";
import { Island } from "./Island.tsx";
import { Portfolio } from "./Portfolio.tsx";
import { Services } from "./Services.tsx";
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
