// What the configuration does not allow action jobs.

export interface ChangeGuards {
  /** A job with more targets waits for the approval of a second client; undefined: none does. */
  readonly approvalAbove: number | undefined;
  /** How long a job waits for its approval. */
  readonly approvalMs: number;
  /** Targets of one source that jobs may have in an hour; undefined: any number. */
  readonly perHour: number | undefined;
  /** Accounts that no job may change: SQL conditions over the table `accounts` of the model. */
  readonly forbidden: readonly { readonly name: string; readonly where: string }[];
}
