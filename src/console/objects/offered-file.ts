// A file that was chosen or dropped before the page that makes a source of it was open: an address cannot hold a file.
import { createStore } from '../api/store.ts';

/** What the choice of a file offers. */
export const fileKinds = '.csv,.tsv,.txt,.json,.jsonl,.ndjson';

export const offeredFile = createStore<File | undefined>(undefined);
