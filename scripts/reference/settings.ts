// docs/reference/settings.md: every setting of rolecall.yaml, from its declaration.
import { z } from 'zod';
import { Settings } from '../../src/config/settings.ts';
import { page, table } from './markdown.ts';

export function settingsReference(): string {
  return page(
    '# Settings',
    `What \`rolecall.yaml\` may hold. \`\${NAME}\` in a value is replaced by the environment variable of that name. An unknown key
is an error that suggests the nearest known key. Relative paths start at the folder of the file.`,
    settingsTable(Settings),
  );
}

/** A table of a settings schema: one row per setting. Nested settings have dotted names. */
export function settingsTable(schema: z.ZodType): string {
  const rows = rowsOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Node, '');
  return rows.length === 0 ? 'No settings.' : table(['Setting', 'Type', 'Default', 'Meaning'], rows);
}

interface Node {
  type?: string;
  description?: string;
  default?: unknown;
  enum?: unknown[];
  properties?: Record<string, Node>;
  required?: string[];
  items?: Node;
}

function rowsOf(node: Node, prefix: string): string[][] {
  return Object.entries(node.properties ?? {}).flatMap(([name, setting]) => {
    const full = `${prefix}${name}`;
    const nested = setting.properties
      ? rowsOf(setting, `${full}.`)
      : setting.items?.properties
        ? rowsOf(setting.items, `${full}[].`)
        : [];
    if (setting.properties && nested.length > 0) return nested;
    const required = node.required?.includes(name) && setting.default === undefined;
    const fallback =
      setting.default === undefined ? (required ? 'required' : '–') : `\`${JSON.stringify(setting.default)}\``;
    return [[`\`${full}\``, typeOf(setting), fallback, setting.description ?? ''], ...nested];
  });
}

function typeOf(setting: Node): string {
  if (setting.enum) return setting.enum.map(value => `\`${value}\``).join(', ');
  if (setting.type === 'array') return `list of ${setting.items ? typeOf(setting.items) : 'anything'}`;
  return setting.type ?? 'anything';
}
