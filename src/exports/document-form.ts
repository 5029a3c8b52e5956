// Exports that are one document for another program, instead of a table: sql/documents. The query returns the parts of the document, and
// its form says what stands around and between them.
import { literal } from '../warehouse/duckdb.ts';
import type { DocumentFormat } from './export-file.ts';

export interface DocumentForm {
  readonly format: DocumentFormat;
  /** Name of a section, as the query returns it → the text before its first part. In order. */
  readonly sections: Readonly<Record<string, string>>;
  /** Text before each part of a section but the first. */
  readonly separator: string;
  /** The text after the last part. */
  readonly end?: string;
}

/** By their names in the files of sql/documents. */
export const documentForms: Readonly<Record<string, DocumentForm>> = {
  openGraph: {
    format: 'json',
    sections: { nodes: '{"graph":{"nodes":[', edges: '],"edges":[' },
    separator: ',',
    end: ']},"metadata":{"source_kind":"Rolecall"}}',
  },
};

/** The statement that writes the rows of a document's query. */
export function copyDocument(rows: string, { sections, separator, end }: DocumentForm, file: string): string {
  const openings = Object.values(sections).map((text, ordinal) => `(${ordinal}, 0, '', ${literal(text)})`);
  const last = end === undefined ? [] : [`(${openings.length}, 0, '', ${literal(end)})`];
  const names = `[${Object.keys(sections).map(literal).join(', ')}]`;
  const following = `row_number() OVER (PARTITION BY section ORDER BY key) > 1`;
  return `COPY (
    SELECT text FROM (
      FROM (VALUES ${[...openings, ...last].join(', ')}) AS around(ordinal, place, key, text)
      UNION ALL
      SELECT list_position(${names}, section) - 1, 1, key, CASE WHEN ${following} THEN ${literal(separator)} ELSE '' END || text
      FROM (${rows}) AS parts
    ) ORDER BY ordinal, place, key
  ) TO ${literal(file)} (FORMAT csv, HEADER false, QUOTE '', ESCAPE '', DELIMITER '\x1f')`;
}
