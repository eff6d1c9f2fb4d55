import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [svelte({ configFile: false })],
  // The headless package, as it was built.
  resolve: {
    alias: [
      { find: /^thetis\/(.*)$/, replacement: fileURLToPath(new URL("../dist/src/$1/index.js", import.meta.url)) },
    ],
  },
  // Relative, so that the page works wherever the server puts it.
  base: "./",
  server: { host: "127.0.0.1" },
  preview: { host: "127.0.0.1" },
});
