// File names and media types of exports.
/** Of tables. */
export const exportFormats = ['csv', 'parquet', 'jsonl'] as const;
export type TableFormat = (typeof exportFormats)[number];
/** Of documents: each has one of its own. */
const documentFormats = ['json', 'ldif'] as const;
export type DocumentFormat = (typeof documentFormats)[number];
export type ExportFormat = TableFormat | DocumentFormat;

/** Format → media type. */
export const mediaTypes: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  parquet: 'application/vnd.apache.parquet',
  jsonl: 'application/jsonl; charset=utf-8',
  json: 'application/json; charset=utf-8',
  ldif: 'text/x-ldif; charset=us-ascii',
};

/** The name of an export's file in the storage. */
export function storedName(attempt: number, format: ExportFormat): string {
  return `${attempt}.${format}`;
}

/** The file name suggested to clients: `accessInventoryAccounts-v12.csv`. */
export function offeredName(context: string, version: number, format: ExportFormat): string {
  return `${context}-v${version}.${format}`;
}
