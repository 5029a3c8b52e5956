// The filters of the page, as the address has them.

export const severities = ['Critical', 'High', 'Medium', 'Low'] as const;
export type Severity = (typeof severities)[number];

/** What readers call the states of a violation. */
export const statuses = {
  Open: 'Open',
  Suppressed: 'Accepted',
  Resolved: 'Resolved',
  Unknown: 'Not known',
} as const;
export type Status = keyof typeof statuses;

export interface RisksSearch {
  readonly severity?: Severity;
  /** Default: `Open`. */
  readonly status?: Status | 'all';
  /** Global id of the rule; of a rule without one, its local id. */
  readonly rule?: string;
  /** Application instance. */
  readonly source?: string;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Keeps only values of the right form, because anybody may have written the address. */
export function risksSearch({ severity, status, rule, source }: Record<string, unknown>): RisksSearch {
  return {
    ...(isSeverity(severity) && { severity }),
    ...((status === 'all' || isStatus(status)) && { status }),
    // The router reads digits as a number.
    ...((typeof rule === 'string' || typeof rule === 'number') && { rule: String(rule) }),
    ...(typeof source === 'string' && uuid.test(source) && { source }),
  };
}

const isSeverity = (value: unknown): value is Severity => severities.includes(value as Severity);
const isStatus = (value: unknown): value is Status => typeof value === 'string' && Object.hasOwn(statuses, value);
