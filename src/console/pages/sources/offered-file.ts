// A file that was chosen on the list of sources, until the page opens that makes a source of it: an address cannot hold a file.
/** What the choice of a file offers. */
export const fileKinds = '.csv,.tsv,.txt,.json,.jsonl,.ndjson';

let offered: File | undefined;

export function offerFile(file: File): void {
  offered = file;
}

/** @returns the file, once */
export function takeOfferedFile(): File | undefined {
  const file = offered;
  offered = undefined;
  return file;
}
