// Facts about an object of a database server, as MetadataItems.

type Fact = string | number | boolean | readonly string[] | readonly object[] | undefined;

const timestamp = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** One item for each fact that is present. Texts in the form of a timestamp of the interface have the type `timestamp`. */
export function metadataItems(namespace: string, facts: Readonly<Record<string, Fact>>) {
  return Object.entries(facts).flatMap(([name, value]) =>
    value === undefined ? [] : [{ name, namespace, type: typeOf(value), value }],
  );
}

function typeOf(value: NonNullable<Fact>): string {
  if (typeof value === 'object') return typeof value[0] === 'object' ? 'array_object' : 'array_string';
  return typeof value === 'string' && timestamp.test(value) ? 'timestamp' : typeof value;
}
