// Further facts about an object, as MetadataItems.

type Value = string | number | boolean | readonly string[] | undefined;

/** One item for each value that is present; empty lists are left out. */
export function ldapMetadata(namespace: string, values: Readonly<Record<string, Value>>) {
  return Object.entries(values).flatMap(([name, value]) => {
    if (value === undefined || (Array.isArray(value) && value.length === 0)) return [];
    const type = typeof value === 'object' ? 'array_string' : (typeof value as 'string' | 'number' | 'boolean');
    return [{ name, namespace, type, value }];
  });
}
