// How the console is bundled. `scripts/build-console.ts` calls it; `npm run console -- --watch` bundles again after each change.
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  // No public folder: whatever the console needs is imported, so that its name has a digest.
  publicDir: 'public',
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
