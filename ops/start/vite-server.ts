/** Vite's dev server, behind this process. */
import type { InlineConfig } from "vite";

export interface Frontend {
  url: string;
  close(): Promise<void>;
}

/** @throws Error when Vite is not installed or its configuration is invalid */
export async function startVite(root: string): Promise<Frontend> {
  const { createServer } = await import("vite");
  const settings: InlineConfig = {
    configFile: `${root}/vite.config.ts`,
    server: { host: "127.0.0.1", port: 0, strictPort: false },
    // Relative to Vite's root, unlike the inputs of a build.
    optimizeDeps: { entries: ["*.html"] },
    clearScreen: false,
    logLevel: "warn",
  };
  const server = await createServer(settings);
  await server.listen();
  const address = server.httpServer?.address();
  if (address === null || address === undefined || typeof address === "string")
    throw new Error("Vite has no port.");
  return { url: `http://127.0.0.1:${address.port}`, close: () => server.close() };
}
