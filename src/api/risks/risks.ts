// The routes that accept violations of the service's own rules.
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database/database.ts';
import { ServiceError } from '../../errors.ts';
import { lastMomentOf } from '../../iso-time.ts';
import { acceptViolation, withdrawAcceptance } from '../../state/risks/acceptances.ts';
import { nextVersionNumber, runningBuilds } from '../../state/versions.ts';
import { globalIdOf } from '../../warehouse/global-id.ts';
import { auditingRefusals } from '../access/audited-refusals.ts';
import type { Caller } from '../access/caller.ts';
import type { Guard } from '../access/guard.ts';
import { type ItemRequest, serveOperation } from '../access/serve-operation.ts';
import { parseUuid, refuseQuery } from '../http/list-query.ts';
import { parseBody, refuseBody } from '../http/request-body.ts';
import { type ServedTenants, servedTenant } from '../served-tenants.ts';
import { versionInService } from '../version-in-service.ts';
import { riskOperations } from './risk-operations.ts';
import { riskAcceptanceCreationSchema } from './risk-schemas.ts';

export interface RiskRouteOptions {
  readonly database: Database;
  readonly tenants: ServedTenants;
  readonly guard: Guard;
}

export function registerRisks(app: FastifyInstance, { database, tenants, guard }: RiskRouteOptions): void {
  const { acceptRiskViolation, withdrawRiskAcceptance } = riskOperations;
  const audited = (verb: string) => ({ guard, onError: auditingRefusals(database, `riskViolation.${verb}`) });

  serveOperation<ItemRequest>(app, acceptRiskViolation, audited('accept'), async (request, reply) => {
    refuseQuery(request.query);
    const caller = request.caller!;
    const { tenant, principal } = caller;
    const violationId = parseUuid('id', request.params.id);
    const { reason, until: untilText } = parseBody(riskAcceptanceCreationSchema, request.body);
    const until = lastMomentOf(untilText)!;
    if (until.getTime() <= Date.now()) throw new ServiceError('BAD_REQUEST', `until: ${untilText} is in the past`);
    refuseUnacceptable(caller, servedTenant(tenants, tenant).serviceInstance, await violationOf(caller, violationId));
    const { acceptance, build } = await acceptViolation(database, tenant, {
      ...{ violationId, reason, until, principal: principal.id },
    });
    // A build that is running has already read the acceptances, so only the next build shows this one.
    const running = await runningBuilds(database, tenant);
    const next = await nextVersionNumber(database, tenant);
    await servedTenant(tenants, tenant).startBuild(build.build_id);
    return reply.header('cache-control', 'private, no-store').send({
      violationId,
      reason: acceptance.reason,
      until: acceptance.until,
      acceptedBy: acceptance.accepted_by,
      acceptedAt: acceptance.accepted_at,
      shownFromVersion: running.some(id => id !== build.build_id) ? next + 1 : next,
    });
  });

  serveOperation<ItemRequest>(app, withdrawRiskAcceptance, audited('withdrawAcceptance'), async (request, reply) => {
    refuseQuery(request.query);
    refuseBody(request.body);
    const caller = request.caller!;
    const { tenant, principal } = caller;
    const violationId = parseUuid('id', request.params.id);
    await violationOf(caller, violationId);
    const withdrawn = await withdrawAcceptance(database, tenant, { violationId, principal: principal.id });
    if (!withdrawn) throw new ServiceError('NOT_FOUND', `the violation ${violationId} is not accepted`);
    await servedTenant(tenants, tenant).startBuild(withdrawn.build.build_id);
    return reply.code(204).send();
  });

  /** @throws ServiceError NOT_FOUND when the version in service has no such violation that the caller may see */
  async function violationOf(caller: Caller, id: string): Promise<ServedViolation> {
    const version = versionInService(servedTenant(tenants, caller.tenant).catalogue);
    const found = await version.collection('risk-violations').get(id, caller.visible);
    if (!found) {
      throw new ServiceError('NOT_FOUND', `risk-violations: there is no ${id}, or it is not visible to this client`);
    }
    return JSON.parse(found.toString());
  }
}

interface ServedViolation {
  readonly status: string;
  readonly riskDefinitionId: string;
  readonly globalRiskDefinitionId?: string;
}

/** @throws ServiceError RISK_NOT_ACCEPTABLE */
function refuseUnacceptable({ tenant }: Caller, serviceInstance: string, violation: ServedViolation): void {
  const { status, riskDefinitionId, globalRiskDefinitionId } = violation;
  if (globalRiskDefinitionId !== globalIdOf(tenant, serviceInstance, 'RiskDefinition', riskDefinitionId)) {
    throw new ServiceError('RISK_NOT_ACCEPTABLE', 'a source reported this violation; accept it there');
  }
  if (status !== 'Open' && status !== 'Suppressed') {
    throw new ServiceError('RISK_NOT_ACCEPTABLE', `the violation is ${status}, so there is nothing to accept`);
  }
}
