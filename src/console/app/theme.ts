// Light, dark, or what the system prefers. The choice is kept in this browser.
import { createStore } from '../api/store.ts';
import { kept } from './kept.ts';

export type Theme = 'system' | 'light' | 'dark';

const themes: readonly Theme[] = ['system', 'light', 'dark'];
const chosen = kept<Theme>('theme', 'system', value => themes.includes(value as Theme));

export const theme = createStore<Theme>(chosen.get());

export function applyTheme(value = theme.get()): void {
  if (value === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = value;
}

export function chooseTheme(value: Theme): void {
  chosen.set(value);
  theme.set(value);
  applyTheme(value);
}
