import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { groups } from "./frontend/chunks.ts";
import { installable } from "./frontend/installable.ts";
import { openApiFile } from "./frontend/open-api.ts";
import { prerender } from "./frontend/site/prerender-plugin.ts";

export default defineConfig({
  root: "frontend",
  plugins: [react(), prerender(), installable(), openApiFile()],
  build: {
    outDir: "../build/frontend",
    emptyOutDir: true,
    target: "es2022",
    // Drawings stay files, so that the page is small and loads them when they come into view.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ["frontend/index.html", "frontend/admin.html"],
      output: { codeSplitting: { groups } },
    },
  },
});
