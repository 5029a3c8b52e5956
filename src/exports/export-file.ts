// What an exported file is called and how it is served.
export const exportFormats = ['csv', 'parquet', 'jsonl'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** Format → media type. */
export const mediaTypes: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  parquet: 'application/vnd.apache.parquet',
  jsonl: 'application/jsonl; charset=utf-8',
};

/** What the file of an export is called where it is kept. */
export function exportName(attempt: number, format: ExportFormat): string {
  return `${attempt}.${format}`;
}

/** The name under which a client may keep it: `accessInventoryAccounts-v12.csv`. */
export function exportFileName(context: string, version: number, format: ExportFormat): string {
  return `${context}-v${version}.${format}`;
}
