// Exports that are one document for another program, instead of a table: sql/documents. The query returns the parts of the document, and
// its form says what stands around and between them.
import { literal } from '../warehouse/duckdb.ts';
import type { DocumentFormat } from './export-file.ts';

export interface DocumentForm {
  readonly format: DocumentFormat;
  /** Name of a section, as the query returns it → the text before its first part. In order. */
  readonly sections: Readonly<Record<string, string>>;
  /** Text before each part of a list but the first. */
  readonly separator: string;
  /** The text after the last part. */
  readonly end?: string;
}

/** The top of the directory, below which its entries are. Readers take the ids of all entries from what the first ones have. */
const directory =
  'version: 1\n\ndn: o=rolecall\nobjectClass: organization\no: rolecall\nentryUUID: 5a1c2f0e-6b1d-5c57-9d53-0f7b8f0a7c11\n';

/** By their names in the files of sql/documents. */
export const documentForms: Readonly<Record<string, DocumentForm>> = {
  openGraph: {
    format: 'json',
    sections: { nodes: '{"graph":{"nodes":[', edges: '],"edges":[' },
    separator: ',',
    end: ']},"metadata":{"source_kind":"Rolecall"}}',
  },
  ldif: { format: 'ldif', sections: { entries: directory }, separator: '' },
  vezaOaa: {
    format: 'json',
    sections: {
      applications: '{"applications":[',
      permissions: '],"permissions":[',
      identities: '],"identity_to_permissions":[',
    },
    separator: ',',
    end: ']}',
  },
};

/** The statement that writes the rows of a document's query. */
export function copyDocument(rows: string, { sections, separator, end }: DocumentForm, file: string): string {
  const openings = Object.values(sections).map((text, ordinal) => `(${ordinal}, 0, '', ${literal(text)})`);
  const last = end === undefined ? [] : [`(${openings.length}, 0, '', ${literal(end)})`];
  const names = `[${Object.keys(sections).map(literal).join(', ')}]`;
  const separated = `CASE WHEN list IS NOT NULL AND place_in_list > 1 THEN ${literal(separator)} ELSE '' END || text`;
  return `COPY (
    SELECT text FROM (
      FROM (VALUES ${[...openings, ...last].join(', ')}) AS around(ordinal, place, key, text)
      UNION ALL
      SELECT list_position(${names}, section) - 1, 1, key, ${separated} FROM (
        SELECT section, list, key, text, row_number() OVER in_list AS place_in_list, lag(key) OVER in_list AS key_before
        FROM (${rows}) AS parts WINDOW in_list AS (PARTITION BY section, list ORDER BY key)
      ) WHERE key_before IS DISTINCT FROM key
    ) ORDER BY ordinal, place, key
  ) TO ${literal(file)} (FORMAT csv, HEADER false, QUOTE '', ESCAPE '', DELIMITER '\x1f')`;
}
