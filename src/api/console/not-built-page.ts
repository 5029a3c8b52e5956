// What a browser gets in place of the console when it is not built.
import { createHash } from 'node:crypto';
import manifest from '../../../package.json' with { type: 'json' };

const style = `
  body { font: 16px/1.6 system-ui, sans-serif; max-width: 44rem; margin: 3rem auto; padding: 0 1rem; color-scheme: light dark }
`;

export const notBuiltPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Rolecall</title>
<style>${style}</style>
<h1>Rolecall ${manifest.version}</h1>
<p>The console is not built. In the folder of the program, run <code>npm run console</code> and load this page again.
<code>npm run up</code> builds it by itself.</p>
<p>The API works without it: <a href="/docs">its reference</a>, <a href="/openapi.json">the same for programs</a>.</p>
</html>
`;

export const notBuiltPolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
