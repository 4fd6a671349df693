import { ChatWidget } from "./ChatWidget.tsx";
import { ContactForm } from "./ContactForm.tsx";
import { Header } from "./Header.tsx";
import { Hero } from "./Hero.tsx";
import { IndustryCarousel } from "./IndustryCarousel.tsx";
import { OfficeMap } from "./OfficeMap.tsx";

/** The components that need script, by the name in `data-island`. */
export const islands = { Header, Hero, IndustryCarousel, ContactForm, OfficeMap, ChatWidget };

export type IslandName = keyof typeof islands;
