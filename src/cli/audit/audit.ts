// rolecall audit: what was done and what was refused, newest first.
import process from 'node:process';
import { OperatorError } from '../../errors.ts';
import { momentsOf, spanMs } from '../../iso-time.ts';
import type { AuditEvent } from '../../state/audit-events.ts';
import { type CommonOptions, withOperator } from '../deployment.ts';
import type { Format } from '../format.ts';
import { printRows } from '../output.ts';

export interface AuditOptions {
  readonly since?: string;
  readonly until?: string;
  readonly principal?: string;
  readonly action?: string;
  readonly limit: number;
  /** Id of an entry: only older ones. */
  readonly before?: string;
  readonly format?: Format;
}

/** Entries per request. */
const pageSize = 500;

export async function audit(common: CommonOptions, options: AuditOptions): Promise<void> {
  const { principal, action, limit } = options;
  if (options.before !== undefined && !/^\d{1,18}$/.test(options.before))
    throw new OperatorError(`--before ${options.before}: is not the id of an entry; the first column shows the ids`);
  const filter = {
    tenant: common.tenant,
    principal,
    action,
    since: moments('--since', options.since)?.first.toISOString(),
    before: moments('--until', options.until)?.behind.toISOString(),
  };
  const { events, next } = await withOperator(common, async operator => {
    const found: AuditEvent[] = [];
    let after = options.before;
    do {
      const page = await operator.audit({ ...filter, after, pageSize: Math.min(pageSize, limit - found.length) });
      found.push(...page.events);
      after = page.next;
    } while (after !== undefined && found.length < limit);
    return { events: found, next: after };
  });
  const view = ({ id, at, tenant, principal: who, action: what, target, outcome, details }: AuditEvent) => ({
    id,
    at,
    tenant,
    principal: who,
    action: what,
    target,
    outcome,
    details: Object.keys(details ?? {}).length > 0 ? details : undefined,
  });
  printRows(events, view, {
    format: options.format,
    empty: 'The audit log has no such entries.',
    essential: ['id', 'action', 'outcome'],
    main: ['at', 'target', 'principal'],
  });
  if (next !== undefined) process.stderr.write(`There are older entries: add --before ${next} or raise --limit.\n`);
}

/** A date, an instant, or a span of time up to now. */
function moments(option: string, text: string | undefined) {
  if (text === undefined) return undefined;
  const span = spanMs(text);
  const found = span === undefined ? momentsOf(text) : { first: ago(span), behind: ago(span) };
  if (!found)
    throw new OperatorError(
      `${option} ${text}: is neither a date or instant of ISO 8601, such as 2026-11-21 or 2026-11-21T13:45:00Z, nor a span such as 7d or 24h`,
    );
  return found;
}

function ago(ms: number): Date {
  return new Date(Date.now() - ms);
}
