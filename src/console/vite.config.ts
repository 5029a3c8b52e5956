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

/**
 * What several pages use is one file. The service speaks HTTP/1.1, so a browser reads six files at once: with a file for each set of pages
 * that share something, a page waited for thirty of them. What only two pages use stays apart: charts are large.
 */
const shared = { name: 'shared', minShareCount: 3 };

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
    rolldownOptions: { output: { codeSplitting: { groups: [shared] } } },
  },
});
