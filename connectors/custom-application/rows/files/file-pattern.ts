// File names with `*` and `?`: exports whose name carries a date or a number.

/** Which of the files that a pattern matches are read. */
export const takes = ['newest', 'all'] as const;
export type Take = (typeof takes)[number];

export function isPattern(file: string): boolean {
  return /[*?]/.test(file);
}

/** The folder of a pattern, as in `exports/`; empty for the data folder itself. */
export function folderOfPattern(pattern: string): string {
  return pattern.slice(0, pattern.lastIndexOf('/') + 1);
}

/** `*` is any text and `?` any character within the name. */
export function matches(pattern: string, file: string): boolean {
  const source = [...pattern].map(each => (each === '*' ? '[^/]*' : each === '?' ? '[^/]' : RegExp.escape(each)));
  return new RegExp(`^${source.join('')}$`).test(file);
}

const inOrder = new Intl.Collator('en', { numeric: true });

/**
 * The files that a pattern names among `files`, oldest first. Names are compared with their numbers as numbers, so
 * `users_2026-02-01.csv` and `users_10.csv` come after `users_2026-01-31.csv` and `users_9.csv`. Times of files are not
 * compared, because copying changes them.
 */
export function filesOf(pattern: string, files: readonly string[], take: Take): string[] {
  const found = files
    .filter(file => matches(pattern, file))
    .sort((left, right) => inOrder.compare(left, right) || (left < right ? -1 : 1));
  return take === 'all' ? found : found.slice(-1);
}
