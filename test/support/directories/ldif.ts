// LDIF (RFC 2849), as ldapsearch and ldbsearch print it without wrapped lines.

/** Attribute in lower case → values, base64 decoded. `dn` is one of them. */
export type LdifEntry = ReadonlyMap<string, readonly string[]>;

export function parseLdif(text: string): LdifEntry[] {
  const entries: LdifEntry[] = [];
  for (const block of text.split(/\n\n+/)) {
    const entry = new Map<string, string[]>();
    for (const line of block.split('\n')) {
      const match = /^([^:# ]+)(::?) ?(.*)$/.exec(line);
      if (!match) continue;
      const [, name, colons, value] = match;
      const key = name!.toLowerCase();
      const decoded = colons === '::' ? Buffer.from(value!, 'base64').toString('utf8') : value!;
      entry.set(key, [...(entry.get(key) ?? []), decoded]);
    }
    if (entry.has('dn')) entries.push(entry);
  }
  return entries;
}

export const first = (entry: LdifEntry, attribute: string) => entry.get(attribute.toLowerCase())?.[0];

/** An entry for LDIF; values that LDIF cannot hold plainly are base64 encoded. */
export function ldifOf(dn: string, attributes: Readonly<Record<string, string | number | readonly string[]>>): string {
  const lines = [
    ['dn', dn],
    ...Object.entries(attributes).flatMap(([name, value]) => [value].flat().map(each => [name, String(each)])),
  ];
  return `${lines.map(([name, value]) => (isPlain(value!) ? `${name}: ${value}` : `${name}:: ${Buffer.from(value!).toString('base64')}`)).join('\n')}\n\n`;
}

const isPlain = (value: string) => /^(?![ :<])[\x20-\x7e]*(?<! )$/.test(value);
