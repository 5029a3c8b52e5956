// What an exported file is called and how it is served.
import path from 'node:path';

export const exportFormats = ['csv', 'parquet', 'jsonl'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** Format → media type. */
export const mediaTypes: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  parquet: 'application/vnd.apache.parquet',
  jsonl: 'application/jsonl; charset=utf-8',
};

/** Where a download's folder holds its file. */
export function exportFile(folder: string, format: ExportFormat): string {
  return path.join(folder, `export.${format}`);
}

/** The name under which a client may keep it: `accessInventoryAccounts-v12.csv`. */
export function downloadName(context: string, version: number, format: ExportFormat): string {
  return `${context}-v${version}.${format}`;
}
