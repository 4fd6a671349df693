import { journeysIn } from "./journeys.ts";

journeysIn("WebKit");
