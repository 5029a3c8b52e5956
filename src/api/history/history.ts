// The route of changes over time.
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database/database.ts';
import { knownHint } from '../../nearest.ts';
import { resourceOf, resources } from '../../resources/registry.ts';
import type { ShownChange } from '../../state/actions/jobs.ts';
import { quoted, wrongParameter } from '../http/parameter-error.ts';
import { type LookupOptions, registerPagedLookup } from '../lookups/paged-lookup.ts';
import { changeKinds, changeOrders, historyOperations } from './history-operations.ts';
import { type ChangeRow, jobsOfChanges } from './jobs-of-changes.ts';
import { historyOf, spanOf } from './span.ts';

export function registerHistory(app: FastifyInstance, options: LookupOptions & { readonly database: Database }): void {
  registerPagedLookup(app, options, {
    operation: historyOperations.listChanges,
    name: 'changes',
    filters: ['since', 'until', 'objectType', 'change', 'order'],
    async parametersOf({ query }, _lookUp, { manifest }) {
      const {
        objectType,
        change,
        order = 'object',
      } = query as { objectType?: string; change?: string; order?: string };
      if (objectType !== undefined && !resourceOf(objectType)) {
        const types = resources.map(({ type }) => type);
        throw wrongParameter('objectType', `${quoted(objectType)} is not a type; ${knownHint(objectType, types)}`);
      }
      if (change !== undefined && !(changeKinds as readonly string[]).includes(change)) {
        throw wrongParameter('change', `${quoted(change)} is no kind of change; ${knownHint(change, changeKinds)}`);
      }
      if (!(changeOrders as readonly string[]).includes(order)) {
        throw wrongParameter('order', `${quoted(order)} is no order; ${knownHint(order, changeOrders)}`);
      }
      const { since, until } = spanOf(historyOf(manifest), query);
      return {
        newest: order === 'newest',
        since: since.version,
        until: until.version,
        type: objectType ?? null,
        change: change ?? null,
      };
    },
    async itemsOf(found, { request: { query, caller }, lookUp, version: { manifest } }) {
      const rows = found as unknown as readonly ChangeRow[];
      const { since, until } = spanOf(historyOf(manifest), query);
      const span = { since: since.version, until: until.version };
      const jobOf = await jobsOfChanges(options.database, caller!, span, rows, lookUp);
      return rows.map(row => view(row, jobOf(row)));
    },
    aboutOf({ query }, { manifest }) {
      const history = historyOf(manifest);
      const { since, until } = spanOf(history, query);
      const partial = history.filter(
        ({ version, isPartial }) => version > since.version && version <= until.version && isPartial,
      );
      return {
        since: { version: String(since.version), generatedAt: since.generatedAt },
        until: { version: String(until.version), generatedAt: until.generatedAt },
        ...(partial.length > 0 && { partialVersions: partial.map(({ version }) => String(version)) }),
      };
    },
  });
}

function view(row: ChangeRow, job: ShownChange | undefined): object {
  return {
    change: row.change,
    objectType: row.object_type,
    objectId: row.object_id,
    objectName: row.object_name,
    applicationInstanceId: row.application_instance_id,
    fields: row.fields?.map(({ field, before, after }) => ({
      field,
      before: before ?? undefined,
      after: after ?? undefined,
    })),
    version: String(row.version),
    changedAt: new Date(row.changed_at).toISOString(),
    actionJob: job && {
      id: job.job_id,
      requestedBy: job.principal_id,
      requestedByName: job.principal_name ?? undefined,
    },
  };
}
