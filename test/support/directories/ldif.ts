// LDIF (RFC 2849), as ldapsearch and ldbsearch print it without wrapped lines.

/** Attribute in lower case → values, base64 decoded. `dn` is one of them. */
export type LdifEntry = ReadonlyMap<string, readonly Buffer[]>;

export function parseLdif(text: string): LdifEntry[] {
  const entries: LdifEntry[] = [];
  for (const block of text.split(/\n\n+/)) {
    const entry = new Map<string, Buffer[]>();
    for (const line of block.split('\n')) {
      const match = /^([^:# ]+)(::?) ?(.*)$/.exec(line);
      if (!match) continue;
      const [, name, colons, value] = match;
      const key = name!.toLowerCase();
      const decoded = Buffer.from(value!, colons === '::' ? 'base64' : 'utf8');
      entry.set(key, [...(entry.get(key) ?? []), decoded]);
    }
    if (entry.has('dn')) entries.push(entry);
  }
  return entries;
}

export const bytesOf = (entry: LdifEntry, attribute: string): readonly Buffer[] =>
  entry.get(attribute.toLowerCase()) ?? [];
export const first = (entry: LdifEntry, attribute: string) => bytesOf(entry, attribute)[0]?.toString('utf8');

/** An entry for LDIF; values that LDIF cannot hold plainly are base64 encoded. */
export function ldifOf(dn: string, attributes: Readonly<Record<string, string | number | readonly string[]>>): string {
  const lines = [
    ['dn', dn],
    ...Object.entries(attributes).flatMap(([name, value]) => [value].flat().map(each => [name, String(each)])),
  ];
  return `${lines.map(([name, value]) => (isPlain(value!) ? `${name}: ${value}` : `${name}:: ${Buffer.from(value!).toString('base64')}`)).join('\n')}\n\n`;
}

const isPlain = (value: string) => /^(?![ :<])[\x20-\x7e]*(?<! )$/.test(value);
