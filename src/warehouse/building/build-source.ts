// A source of a version that is being built.

/** A configured source, as a version names it. */
export interface BuildSource {
  readonly sourceId: string;
  readonly connector: string;
}
