// What a client may see of a version.

/** The limits of a client. */
export interface Visibility {
  /** Its tenant, from which global ids are computed. */
  readonly tenant: string;
  /** The only application instances that it sees. */
  readonly instances: ReadonlySet<string>;
  /** Whether it also sees persons, and what the service computes from the data of all application instances. */
  readonly personData: boolean;
}

/** What a client may see; undefined: all of the tenant. */
export type Visible = Visibility | undefined;

/** {@link Visibility} as plain data, for records and other processes. Equal visibilities are equal texts as JSON. */
export interface PlainVisibility {
  readonly tenant: string;
  /** Sorted. */
  readonly instances: readonly string[];
  readonly personData: boolean;
}

/** Null: all of the tenant. */
export function plainVisibility(visible: Visible): PlainVisibility | null {
  return visible ? { ...visible, instances: [...visible.instances].sort() } : null;
}

/** A text that is the same for clients that see the same; empty for those that see all. */
export function visibilityKey(visible: Visible): string {
  const plain = plainVisibility(visible);
  return plain ? `${plain.personData ? 'with' : 'without'} person data: ${plain.instances.join()}` : '';
}
