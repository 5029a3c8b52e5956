// Adds a source to the text of rolecall.yaml. The text itself is changed, so that comments and layout stay as they are.
import { isMap, isSeq, type Node, parseDocument, stringify } from 'yaml';

export interface NewSource {
  readonly id: string;
  readonly connector: string;
  readonly settings: Readonly<Record<string, unknown>>;
  /** A cron expression. */
  readonly schedule?: string;
}

/**
 * The text with one more source at the end of its list.
 * @param tenant the tenant in a configuration with `tenants`; undefined: the list at the top level
 * @returns undefined when the list is not written as lines with `- `, so that the place is not clear
 */
export function withSourceAdded(text: string, source: NewSource, tenant?: string): string | undefined {
  const document = parseDocument(text);
  const path = tenant === undefined ? ['sources'] : ['tenants', tenant, 'sources'];
  const list = document.getIn(path, true) as Node | undefined;
  const isAbsent = list === undefined || (isSeq(list) && list.items.length === 0);
  if (
    isAbsent &&
    tenant === undefined &&
    !document.hasIn(path) &&
    (document.contents === null || isMap(document.contents))
  ) {
    return `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}\nsources:\n${lines(source, '  ')}`;
  }
  const filled = isAbsent ? withEmptyListFilled(text, list, source) : undefined;
  if (filled !== undefined) return filled;
  if (!isSeq(list) || list.flow || list.items.length === 0) return undefined;
  const first = (list.items[0] as Node).range![0];
  const dash = text.lastIndexOf('-', first);
  const indent = text.slice(text.lastIndexOf('\n', dash) + 1, dash);
  if (!/^ *$/.test(indent)) return undefined;
  // The end of the last item, before comments that belong to what follows.
  const end = (list.items.at(-1) as Node).range![1];
  const lineEnd = text.indexOf('\n', Math.max(end - 1, 0));
  const at = lineEnd === -1 ? text.length : lineEnd + 1;
  const before = text.slice(0, at);
  return `${before}${before.endsWith('\n') ? '' : '\n'}${lines(source, indent)}${text.slice(at)}`;
}

/** The text with the source in the place of `[]`, when that ends the line of its key; undefined otherwise. */
function withEmptyListFilled(text: string, list: Node | undefined, source: NewSource): string | undefined {
  if (!list?.range) return undefined;
  const [from, to] = list.range;
  const lineStart = text.lastIndexOf('\n', from) + 1;
  const [, indent, key] = /^( *)([^ #].*:) +$/.exec(text.slice(lineStart, from)) ?? [];
  const [rest] = /^.*\n?/.exec(text.slice(to))!;
  if (indent === undefined || key === undefined || !/^(\s+#.*)?$/.test(rest.trimEnd())) return undefined;
  const line = `${indent}${key}${rest.trimEnd()}\n`;
  return `${text.slice(0, lineStart)}${line}${lines(source, `${indent}  `)}${text.slice(to + rest.length)}`;
}

function lines({ id, connector, schedule, settings }: NewSource, indent: string): string {
  const item = stringify([{ id, connector, ...(schedule !== undefined && { schedule }), settings }], { lineWidth: 0 });
  return item.replaceAll(/^(?=.)/gm, indent);
}
