// The route that counts violations over versions.
import type { FastifyInstance } from 'fastify';
import type { HistoryPoint } from '../../warehouse/version/manifest.ts';
import { type ListRequest, serveOperation } from '../access/serve-operation.ts';
import { visibleTo } from '../access/visible.ts';
import { signalOf, whenOver } from '../http/client-signal.ts';
import { parseParameters, parseUuid } from '../http/list-query.ts';
import type { LookupOptions } from '../lookups/paged-lookup.ts';
import { servedTenant } from '../served-tenants.ts';
import { versionAsOf } from '../version-as-of.ts';
import { riskOperations } from './risk-operations.ts';

/** Versions in one answer. */
const mostPoints = 60;

/** A row of sql/lookups/risk_counts.sql. */
interface CountedRule {
  readonly rule: string | null;
  readonly rule_id: string;
  readonly name: string | null;
  readonly references: readonly string[] | null;
  readonly severity: string;
  readonly open: number;
  readonly accepted: number;
  readonly resolved: number;
  readonly unknown: number;
  readonly unresolved: readonly number[];
}

export function registerRiskCounts(app: FastifyInstance, options: Omit<LookupOptions, 'pageTokens'>): void {
  const { tenants, guard, lookups } = options;
  serveOperation<ListRequest>(app, riskOperations.listRiskCounts, { guard }, async (request, reply) => {
    const { applicationInstanceId: given, asOf } = parseParameters(request.query, ['applicationInstanceId', 'asOf']);
    const instance = given === undefined ? undefined : parseUuid('applicationInstanceId', given);
    const caller = request.caller!;
    visibleTo(caller, { applicationInstanceId: instance });
    const version = await versionAsOf(servedTenant(tenants, caller.tenant).catalogue, asOf);
    whenOver(reply, version.hold());
    const { manifest } = version;
    const points = spread(manifest.history ?? [{ version: manifest.version, generatedAt: manifest.generatedAt }]);
    const rows = await lookups.rows<CountedRule>(
      {
        clientId: caller.clientId,
        versionFolder: version.folder,
        visible: caller.visible,
        name: 'risk_counts',
        parameters: {
          application_instance_id: instance ?? null,
          points: JSON.stringify(points.map(({ generatedAt }) => generatedAt)),
        },
      },
      signalOf(reply),
    );
    return reply
      .header('cache-control', 'private, no-store')
      .header('warehouse-version', String(version.number))
      .send({
        points: points.map(point => ({ version: point.version, generatedAt: point.generatedAt })),
        items: rows.map(({ rule, rule_id: riskDefinitionId, name, references, ...counts }) => ({
          riskDefinitionId,
          globalRiskDefinitionId: rule ?? undefined,
          name: name ?? undefined,
          references: references ?? undefined,
          ...counts,
        })),
      });
  });
}

/** All points, or some that are spread evenly; the first and the last are among them. */
function spread(points: readonly HistoryPoint[]): readonly HistoryPoint[] {
  if (points.length <= mostPoints) return points;
  const step = (points.length - 1) / (mostPoints - 1);
  return Array.from({ length: mostPoints }, (_, index) => points[Math.round(index * step)]!);
}
