// Further facts about an object, as MetadataItems.

type Fact = string | number | boolean | Date | readonly string[] | readonly object[] | undefined;

/** One item for each fact that is present. */
export function metadataItems(namespace: string, facts: Readonly<Record<string, Fact>>) {
  return Object.entries(facts).flatMap(([name, fact]) =>
    fact === undefined ? [] : [{ name, namespace, ...typedValue(fact) }],
  );
}

function typedValue(fact: NonNullable<Fact>) {
  if (fact instanceof Date) return { type: 'timestamp', value: fact.toISOString() };
  if (typeof fact !== 'object') return { type: typeof fact, value: fact };
  return { type: typeof fact[0] === 'object' ? 'array_object' : 'array_string', value: fact };
}
