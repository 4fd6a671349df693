import { journeysIn } from "./journeys.ts";

journeysIn("Chromium");
