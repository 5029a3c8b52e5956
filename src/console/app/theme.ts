// Light, dark, or what the system prefers. The choice is kept in this browser; `before-console.ts` applies it when a page is loaded.
import { createStore } from '../api/store.ts';
import { kept } from './kept.ts';

export type Theme = 'system' | 'light' | 'dark';

const themes: readonly Theme[] = ['system', 'light', 'dark'];
const chosen = kept<Theme>('theme', 'system', value => themes.includes(value as Theme));

export const theme = createStore<Theme>(chosen.get());

const system = matchMedia('(prefers-color-scheme: dark)');
const schemeNow = () => (theme.get() === 'system' ? (system.matches ? 'dark' : 'light') : theme.get());

/** What is shown, for what is drawn with colours that were read once. It also changes when the system does. */
export const scheme = createStore(schemeNow());
const follow = () => scheme.set(schemeNow());
system.addEventListener('change', follow);
theme.subscribe(follow);

function applyTheme(value: Theme): void {
  if (value === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = value;
}

/** For the pages of the service that have no scripts, such as the one to sign in (src/api/sign-in/page.ts). */
function tellService(value: Theme): void {
  const lifetime = value === 'system' ? 0 : 31_536_000;
  // biome-ignore lint/suspicious/noDocumentCookie: browsers give the Cookie Store API to https only
  document.cookie = `rolecall_theme=${value}; path=/; max-age=${lifetime}; samesite=lax`;
}

export function chooseTheme(value: Theme): void {
  chosen.set(value);
  tellService(value);
  // First the page, because whoever follows the theme reads the colours from it.
  applyTheme(value);
  theme.set(value);
}
