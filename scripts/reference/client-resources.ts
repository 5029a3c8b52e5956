// The resources of clients/typescript: what can be listed, by type and path.
import { resources } from '../../src/resources/registry.ts';

/** @returns the text of clients/typescript/resources.ts */
export function clientResources(): string {
  const listed = resources.map(({ type, title, kind, collections }) => {
    const paths = collections.map(({ path, title: many }) => `{ path: ${quoted(path)}, title: ${quoted(many)} }`);
    const members = `type: ${quoted(type)}, title: ${quoted(title)}, kind: ${quoted(kind)}`;
    return `  {\n    ${members.replaceAll(', ', ',\n    ')},\n    collections: [${paths.join(', ')}],\n  },`;
  });
  return `// Generated from the interface of the service by \`npm run docs\`. Do not edit.

/** Every type of object and relationship, and the collections that list it. */
${exported} [
${listed.join('\n')}
] as const;
`;
}

/** Not in the template: a line that begins with it would look like an export of this file. */
const exported = 'export const resources =';

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
