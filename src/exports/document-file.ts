// Parses a file of sql/documents: an export that is one document (document-form.ts).
import { requireSelect, type SqlFile } from '../warehouse/sql-files.ts';
import type { ExportContext } from './context-file.ts';
import { documentForms } from './document-form.ts';

/**
 * Read `sql/documents/<context>.sql`. Its header describes it, and names its form in a line `-- document: <form>`. The query returns columns
 * `section`, `list` (parts with the same list have separators between them; NULL: none before it), `applicationInstanceId`, `key` (the order in
 * its section; of parts with the same key, one is written) and `text`, after which a line ends.
 * @throws Error that names the file and the problem
 */
export function parseDocument(file: SqlFile): ExportContext {
  requireSelect(file);
  const [, form] = file.header.map(line => /^document: (\w+)$/.exec(line)).find(Boolean) ?? [];
  const document = documentForms[form ?? ''];
  if (!document)
    throw new Error(`sql/${file.name}: the line \`-- document:\` must name one of ${Object.keys(documentForms)}`);
  return {
    name: /([^/]+)\.sql$/.exec(file.name)![1]!,
    description: file.header.filter(line => !line.startsWith('document: ')).join(' '),
    key: ['section', 'key'],
    comparesVersions: false,
    state: [],
    columns: [
      {
        name: 'applicationInstanceId',
        dataType: 'string',
        description: 'Limits the document to what belongs to some application instances',
      },
    ],
    sql: file.body,
    document,
  };
}
