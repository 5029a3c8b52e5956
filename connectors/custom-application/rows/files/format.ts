// The formats of files, and how to know them by their names.

export const fileFormats = ['csv', 'json', 'json-lines', 'parquet', 'xlsx'] as const;
export type FileFormat = (typeof fileFormats)[number];

const formatOfEnding: Readonly<Record<string, FileFormat>> = {
  csv: 'csv',
  tsv: 'csv',
  txt: 'csv',
  json: 'json',
  jsonl: 'json-lines',
  ndjson: 'json-lines',
  parquet: 'parquet',
  xlsx: 'xlsx',
};

/** The format that the ending of a name says; undefined: another ending. */
export function formatOfName(name: string): FileFormat | undefined {
  const ending = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(formatOfEnding, ending) ? formatOfEnding[ending] : undefined;
}

/** Whether cells may be lists and objects. */
export const hasNestedCells = (format: FileFormat) => format !== 'csv' && format !== 'xlsx';

/** The format of a file: what the description says, or the ending of its name, or CSV. */
export const formatOfFile = (name: string, { format }: { readonly format?: FileFormat | undefined }): FileFormat =>
  format ?? formatOfName(name) ?? 'csv';
