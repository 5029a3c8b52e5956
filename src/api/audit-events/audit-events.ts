// The route of the audit log of the caller's tenant.
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database/database.ts';
import { momentsOf } from '../../iso-time.ts';
import { type AuditEvent, type AuditFilter, listAuditEvents } from '../../state/audit-events.ts';
import { requireWholeTenant } from '../access/caller.ts';
import type { Guard } from '../access/guard.ts';
import { type ListRequest, serveOperation } from '../access/serve-operation.ts';
import { parsePageQuery } from '../http/list-query.ts';
import { listPage, type PageTokens } from '../http/page-token.ts';
import { quoted, wrongParameter } from '../http/parameter-error.ts';
import { auditEventOperations } from './audit-event-operations.ts';

export interface AuditEventOptions {
  readonly database: Database;
  readonly guard: Guard;
  readonly pageTokens: PageTokens;
}

const filterNames = ['since', 'until', 'principal', 'action'] as const;
type Filters = Partial<Record<(typeof filterNames)[number], string>>;

const longestFilter = 200;

export function registerAuditEvents(app: FastifyInstance, { database, guard, pageTokens }: AuditEventOptions): void {
  const { listAuditEvents: operation } = auditEventOperations;
  serveOperation<ListRequest>(app, operation, { guard }, async (request, reply) => {
    const caller = request.caller!;
    requireWholeTenant(caller, 'The audit log');
    const query = parsePageQuery(request.query, filterNames);
    const filters = request.query as Filters;
    const filter = filterOf(caller.tenant, filters);
    const list = {
      tenant: caller.tenant,
      collection: 'audit-events',
      filter: JSON.stringify(filterNames.map(name => filters[name] ?? null)),
      visible: caller.visible,
    };
    const page = listPage<string>(pageTokens, list, query.pageToken);
    const { events, next } = await listAuditEvents(database, filter, query.pageSize, page.after);
    const answer = { items: events.map(view), nextPageToken: page.tokenOf(next) };
    return reply.header('cache-control', 'private, no-store').send(answer);
  });
}

function filterOf(tenant: string, filters: Filters): AuditFilter {
  for (const name of filterNames) {
    const value = filters[name];
    if (value !== undefined && (value === '' || value.length > longestFilter || value.includes('\0')))
      throw wrongParameter(name, `must have 1 to ${longestFilter} characters, none of them NUL`);
  }
  return {
    tenant,
    since: moments('since', filters.since)?.first,
    before: moments('until', filters.until)?.behind,
    principal: filters.principal,
    action: filters.action,
  };
}

function moments(name: string, text: string | undefined) {
  if (text === undefined) return undefined;
  const found = momentsOf(text);
  if (!found)
    throw wrongParameter(
      name,
      `${quoted(text)} is not a date or an instant in ISO 8601, such as 2026-11-21 or 2026-11-21T13:45:00Z`,
    );
  return found;
}

function view({ id, at, principal, action, target, outcome, details }: AuditEvent): object {
  return { id, at, principal, action, target: target ?? undefined, outcome, details };
}
