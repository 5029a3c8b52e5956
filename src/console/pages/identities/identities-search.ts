// What follows the ? in the address of the list of machine identities.

const kinds = ['Machine', 'Token'] as const;
/** `gone`: all of its owners have left or are disabled. */
const owners = ['nobody', 'gone', 'someone'] as const;

export interface IdentitiesSearch {
  readonly kind?: (typeof kinds)[number];
  readonly owner?: (typeof owners)[number];
  /** Id of a source, as the configuration names it. */
  readonly source?: string;
  /** List disabled ones too. */
  readonly disabled?: true;
}

export function identitiesSearch({
  kind,
  owner,
  source,
  disabled,
}: Readonly<Record<string, unknown>>): IdentitiesSearch {
  return {
    ...chosen('kind', kind, kinds),
    ...chosen('owner', owner, owners),
    ...(typeof source === 'string' && source !== '' && { source }),
    ...(disabled === true && { disabled }),
  };
}

function chosen<Name extends string, Choice>(name: Name, value: unknown, choices: readonly Choice[]) {
  const choice = choices.find(each => each === value);
  return (choice === undefined ? {} : { [name]: choice }) as { [Key in Name]?: Choice };
}
