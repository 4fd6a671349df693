import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  root: "frontend",
  plugins: [react()],
  build: {
    outDir: "../build/frontend",
    emptyOutDir: true,
    target: "es2022",
    rolldownOptions: { input: ["frontend/index.html", "frontend/admin.html"] },
  },
});
