// The style sheet of the pages for people without a session. It looks like the sign-in page of the console (src/console/style/tokens.css), which it
// cannot share: these pages also work while the console is not built.

export const pageStylePath = '/sign-in/style.css';

export const pageStyle = `:root {
  color-scheme: light dark;
  --ground: light-dark(#f6f7f9, #0f1217);
  --surface: light-dark(#ffffff, #171b22);
  --border: light-dark(#d9dde4, #2c3440);
  --text: light-dark(#1a1f27, #e6e9ee);
  --text-muted: light-dark(#566070, #9da8b7);
  --accent-ground: light-dark(#1a5bb8, #2563b8);
  --focus: light-dark(#1a5bb8, #8fbcff);
}

[data-theme="light"] { color-scheme: light }
[data-theme="dark"] { color-scheme: dark }

*, *::before, *::after { box-sizing: border-box }

@media (min-width: 2560px) {
  html { font-size: 118% }
}

body {
  display: grid;
  min-height: 100dvh;
  margin: 0;
  padding: 16px;
  place-items: center;
  background: var(--ground);
  color: var(--text);
  font: 0.8125rem / 1.45 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
  overflow-wrap: anywhere;
}

main {
  width: min(24rem, 100%);
  padding: 24px;
  border: 1px solid var(--border);
  border-radius: 12px;
  background: var(--surface);
}

main.wide { width: min(44rem, 100%); align-self: start }
fieldset { margin: 16px 0 0; padding: 0 12px 12px; border: 1px solid var(--border); border-radius: 6px }
legend { padding: 0 4px; font-weight: 600 }
fieldset p { margin-top: 4px; color: var(--text-muted) }
.choices { display: flex; flex-wrap: wrap; gap: 8px 24px; margin-top: 8px }
.comment { display: block; margin-top: 8px }
.comment input {
  display: block; width: 100%; min-height: 30px; padding: 0 8px; border: 1px solid var(--border); border-radius: 6px;
  background: var(--ground); color: inherit; font: inherit;
}
.saved { font-weight: 600 }

p, dl, dd, h1 { margin: 0 }
p, dl, form { margin-top: 12px }
.product { margin-top: 0; font-size: 1.25rem; font-weight: 600 }
h1 { margin-top: 4px; font-size: 0.9375rem; font-weight: 600 }
dt { margin-top: 12px; font-weight: 600 }
code { font-family: ui-monospace, "SF Mono", "Cascadia Mono", "Noto Sans Mono", Menlo, Consolas, monospace; font-size: 0.95em }
.request { color: var(--text-muted); font-size: 0.75rem }

button, a.button {
  display: flex;
  width: 100%;
  min-height: 30px;
  align-items: center;
  justify-content: center;
  margin-top: 16px;
  padding: 0 12px;
  border: 1px solid var(--accent-ground);
  border-radius: 6px;
  background: var(--accent-ground);
  color: #ffffff;
  cursor: pointer;
  font: inherit;
  font-weight: 500;
  text-decoration: none;
}

button:hover, a.button:hover { filter: brightness(1.12) }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 1px }
`;
