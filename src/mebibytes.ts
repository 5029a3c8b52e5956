// Sizes in mebibytes, as settings and messages state them.

export const mebibyte = 1024 ** 2;

/** For messages, and for the settings of DuckDB: `512 MiB`, rounded down. */
export function mebibytes(bytes: number): string {
  return `${Math.floor(bytes / mebibyte)} MiB`;
}
