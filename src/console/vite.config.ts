// How the console is bundled. `scripts/build-console.ts` calls it.
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
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
