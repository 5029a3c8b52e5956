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

/** How references of rules name an entry of the OWASP Non-Human Identities Top 10. */
export const nhiReference = (nhi: number) => `OWASP NHI${nhi}:2025`;

/** Entries of that list for which there are rules (docs/nhi-top-10.md). */
export const nhiEntries = [
  [1, 'Improper offboarding'],
  [2, 'Secret leakage'],
  [5, 'Overprivileged'],
  [7, 'Long-lived secrets'],
] as const;

/** By last use, the longest unused first, or the other way; default: the worst first. */
export type Order = 'used' | '-used';

export interface RisksSearch {
  readonly severity?: Severity;
  /** Default: `Open`. */
  readonly status?: Status | 'all';
  /** Global id of the rule; of a rule without one, its local id. */
  readonly rule?: string;
  /** A number of the OWASP Non-Human Identities Top 10 (2025). */
  readonly nhi?: number;
  /** Application instance. */
  readonly source?: string;
  readonly sort?: Order;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Keeps only values of the right form, because anybody may have written the address. */
export function risksSearch({ severity, status, rule, source, nhi, sort }: Record<string, unknown>): RisksSearch {
  return {
    ...(isSeverity(severity) && { severity }),
    ...((status === 'all' || isStatus(status)) && { status }),
    // The router reads digits as a number.
    ...((typeof rule === 'string' || typeof rule === 'number') && { rule: String(rule) }),
    ...(isEntry(Number(nhi)) && { nhi: Number(nhi) }),
    ...(typeof source === 'string' && uuid.test(source) && { source }),
    ...((sort === 'used' || sort === '-used') && { sort }),
  };
}

const isEntry = (nhi: number) => Number.isInteger(nhi) && nhi >= 1 && nhi <= 10;
const isSeverity = (value: unknown): value is Severity => severities.includes(value as Severity);
const isStatus = (value: unknown): value is Status => typeof value === 'string' && Object.hasOwn(statuses, value);
