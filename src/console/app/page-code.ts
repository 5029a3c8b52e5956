// The code of a page is loaded when the page is first opened. Where that fails, it is loaded again when the service answers; a browser that
// remembers the failure gets the whole console again.
import { answers } from '../api/reachability.ts';

const failures = new WeakSet<object>();

/** Note from now on which errors are failures to load code. Vite's event is described at https://vite.dev/guide/build#load-error-handling */
export function watchPageCode(): void {
  addEventListener('vite:preloadError', ({ payload }) => failures.add(payload));
}

export function isCodeFailure(error: unknown): boolean {
  return typeof error === 'object' && error !== null && failures.has(error);
}

const reloadedKey = 'rolecall.reloaded-at';
/** A console that was loaded again less than this ago is not loaded again by itself. */
const againMs = 60_000;
const attempts = 2;
const pauseMs = 500;

/**
 * Load the code of a page that failed.
 * @param load tries once more; gives whether the page is there
 * @returns `away` while the service does not answer, `stuck` when loading the console again has not helped
 */
export async function recoverPageCode(load: () => Promise<boolean>): Promise<'loaded' | 'away' | 'stuck'> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    if (!(await answers())) return 'away';
    if (await load()) return 'loaded';
    await new Promise(resolve => setTimeout(resolve, pauseMs));
  }
  if (!(await answers())) return 'away';
  if (Date.now() - Number(sessionStorage.getItem(reloadedKey) ?? 0) < againMs) return 'stuck';
  sessionStorage.setItem(reloadedKey, String(Date.now()));
  location.reload();
  return 'loaded';
}
