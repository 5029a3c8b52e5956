// How the console is bundled. `scripts/build-console.ts` calls it.
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const beforeConsole = './app/before-console.ts';

/** Builds the script that the page waits for. Vite leaves scripts that are no modules as they are. */
function blockingScript(): Plugin {
  return {
    name: 'blocking-script',
    buildStart() {
      this.emitFile({ type: 'chunk', id: path.join(import.meta.dirname, beforeConsole) });
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const chunks = Object.values(bundle ?? {}).filter(file => file.type === 'chunk');
        const built = chunks.find(
          ({ facadeModuleId }) => facadeModuleId === path.join(import.meta.dirname, beforeConsole),
        );
        if (!built || built.imports.length > 0) throw new Error(`${beforeConsole} must be built, and import nothing`);
        return html.replace(`src="${beforeConsole}"`, `src="/${built.fileName}"`);
      },
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), blockingScript()],
  build: {
    target: 'es2023',
    assetsDir: 'assets',
    // The content security policy allows no data: address for fonts and scripts.
    assetsInlineLimit: 0,
    sourcemap: false,
    emptyOutDir: true,
    // The licences of what is bundled require their text to be kept.
    license: { fileName: 'licenses.md' },
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
  },
});
