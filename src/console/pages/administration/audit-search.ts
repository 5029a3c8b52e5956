// The filters of the audit log, as the address has them.

export interface AuditSearch {
  /** A day: entries of this day or later, in UTC. */
  readonly since?: string;
  /** A day: entries up to its end, in UTC. */
  readonly until?: string;
  /** Id of a client or user. */
  readonly principal?: string;
  /** `noun.verb` */
  readonly action?: string;
}

const day = /^\d{4}-\d{2}-\d{2}$/;
const longest = 200;

/** Keeps only values of the right form, because anybody may have written the address. */
export function auditSearch({ since, until, principal, action }: Record<string, unknown>): AuditSearch {
  return {
    ...(typeof since === 'string' && day.test(since) && { since }),
    ...(typeof until === 'string' && day.test(until) && { until }),
    // The router reads digits as a number.
    ...(isText(principal) && { principal: String(principal) }),
    ...(isText(action) && { action: String(action) }),
  };
}

function isText(value: unknown): boolean {
  if (typeof value !== 'string' && typeof value !== 'number') return false;
  const { length } = String(value);
  return length > 0 && length <= longest;
}
