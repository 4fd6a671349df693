import { ChatWidget } from "./ChatWidget.tsx";
import { ContactForm } from "./ContactForm.tsx";
import { Header } from "./Header.tsx";
import { Hero } from "./Hero.tsx";
import { IndustryCarousel } from "./IndustryCarousel.tsx";
import { OfficeMap } from "./OfficeMap.tsx";

/** The parts that need script, by the name that marks their place in the HTML. */
export const islands = { Header, Hero, IndustryCarousel, ContactForm, OfficeMap, ChatWidget };

export type IslandName = keyof typeof islands;
