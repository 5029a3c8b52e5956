// Runs before the page is painted, from a file of its own that the page waits for (its policy allows no script inside it): applies the
// theme that was chosen in this browser, and notes when the code of the console does not come. Imports nothing: it is no module.

/** `theme.ts` keeps the choice under this name. */
function applyChosenTheme(): void {
  const stored = localStorage.getItem('rolecall.theme');
  const chosen = ['light', 'dark'].find(name => JSON.stringify(name) === stored);
  if (chosen === undefined) return;
  document.documentElement.dataset['theme'] = chosen;
  // Before the styles are there, the browser paints the ground of this scheme.
  document.querySelector('meta[name="color-scheme"]')?.setAttribute('content', chosen);
}

try {
  applyChosenTheme();
} catch {
  // A browser that keeps nothing has no choice either: the system decides.
}

// Errors of elements do not bubble; they are seen on their way down.
addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLScriptElement) document.documentElement.dataset['failed'] = 'true';
  },
  { capture: true },
);
