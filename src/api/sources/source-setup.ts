// The routes with which an administrator finds a connector, checks the settings of a source, and adds it.
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { NewSource } from '../../config/add-source.ts';
import type { Connector, FieldByValues, FileColumn, Problem } from '../../connector/contract.ts';
import type { Database } from '../../database/database.ts';
import { ServiceError } from '../../errors.ts';
import { nearestHint } from '../../nearest.ts';
import { recordAudit } from '../../state/audit.ts';
import type { TypePreview } from '../../warehouse/landing/preview.ts';
import { auditingRefusals } from '../access/audited-refusals.ts';
import type { Caller } from '../access/caller.ts';
import type { Guard } from '../access/guard.ts';
import { type ListRequest, serveOperation } from '../access/serve-operation.ts';
import { refuseQuery } from '../http/list-query.ts';
import { parseBody } from '../http/request-body.ts';
import { sourceSetupOperations } from './source-operations.ts';
import { sourceCheckSchema, sourceCreationSchema, sourceUploadSchema, uploadLimits } from './source-schemas.ts';

export type SourceUpload = z.output<typeof sourceUploadSchema>;

export interface CheckedUpload {
  /** Name under which the description expects the file. */
  readonly fileName: string;
  readonly description: string;
  /** Where the description comes from. */
  readonly origin: string;
  /** The columns of the file; undefined when the description cannot be read. */
  readonly columns: readonly FileColumn[] | undefined;
  /** Of a guessed description: what somebody should confirm. */
  readonly chosenByValues: readonly FieldByValues[];
  readonly problems: readonly Problem[];
  readonly previews: readonly TypePreview[];
}

/** What adds sources to the configuration of this deployment. */
export interface SourceSetup {
  readonly connectors: readonly Connector[];
  /** Find what is wrong with a source, and what it would bring. @throws ServiceError BAD_REQUEST */
  check(
    tenant: string,
    source: NewSource,
  ): Promise<{ readonly problems: readonly Problem[]; readonly previews: readonly TypePreview[] }>;
  /** Write a source into the configuration file and apply the change. @throws ServiceError BAD_REQUEST, NAME_CONFLICT */
  add(tenant: string, source: NewSource): Promise<void>;
  /** Describe an uploaded file, and find what it would bring. @throws ServiceError BAD_REQUEST */
  checkUpload(tenant: string, upload: SourceUpload): Promise<CheckedUpload>;
  /** Keep an uploaded file as a source, or as the new file of one. @throws ServiceError BAD_REQUEST, NOT_FOUND, NAME_CONFLICT */
  addUpload(tenant: string, upload: SourceUpload): Promise<void>;
}

export interface SourceSetupRouteOptions {
  readonly database: Database;
  readonly guard: Guard;
  /** Undefined where several processes or tenants share the configuration file. */
  readonly sourceSetup: SourceSetup | undefined;
  readonly connectors: readonly Connector[];
}

export function registerSourceSetup(app: FastifyInstance, options: SourceSetupRouteOptions): void {
  const { database, guard, sourceSetup, connectors } = options;
  const { listConnectors, checkSource, addSource, checkUpload, uploadSource } = sourceSetupOperations;
  const audited = (action: string) => ({ guard, onError: auditingRefusals(database, action) });

  serveOperation<ListRequest>(app, listConnectors, { guard }, async (request, reply) => {
    refuseQuery(request.query);
    return reply.header('cache-control', 'private, no-cache').send({ items: connectors.map(viewConnector) });
  });

  serveOperation<ListRequest>(app, checkSource, audited('source.check'), async (request, reply) => {
    refuseQuery(request.query);
    const caller = request.caller!;
    refuseLimited(caller);
    const { sourceId = 'new-source', ...source } = parseBody(sourceCheckSchema, request.body);
    requireConnector(connectors, source.connector);
    const setup = available(sourceSetup);
    await audit(database, caller, 'source.check', sourceId, { connector: source.connector });
    const { problems, previews } = await setup.check(caller.tenant, { id: sourceId, ...source });
    return reply.header('cache-control', 'private, no-store').send({ problems, previews });
  });

  serveOperation<ListRequest>(app, addSource, audited('source.add'), async (request, reply) => {
    refuseQuery(request.query);
    const caller = request.caller!;
    refuseLimited(caller);
    const { sourceId, schedule, ...source } = parseBody(sourceCreationSchema, request.body);
    requireConnector(connectors, source.connector);
    await available(sourceSetup).add(caller.tenant, {
      id: sourceId,
      ...source,
      ...(schedule !== undefined && { schedule }),
    });
    await audit(database, caller, 'source.add', sourceId, { connector: source.connector });
    return reply.code(201).header('cache-control', 'private, no-store').send({ sourceId });
  });

  const upload = (action: string) => ({ ...audited(action), bodyLimit: uploadLimits.bodyBytes });
  serveOperation<ListRequest>(app, checkUpload, upload('source.check'), async (request, reply) => {
    refuseQuery(request.query);
    const caller = request.caller!;
    refuseLimited(caller);
    const given = parseBody(sourceUploadSchema, request.body);
    const { fileName, description, origin, columns, chosenByValues, problems, previews } = await available(
      sourceSetup,
    ).checkUpload(caller.tenant, given);
    await audit(database, caller, 'source.check', given.sourceId, { file: given.fileName });
    return reply
      .header('cache-control', 'private, no-store')
      .send({ fileName, description, origin, columns, chosenByValues, problems, previews });
  });

  serveOperation<ListRequest>(app, uploadSource, upload('source.add'), async (request, reply) => {
    refuseQuery(request.query);
    const caller = request.caller!;
    refuseLimited(caller);
    const given = parseBody(sourceUploadSchema, request.body);
    await available(sourceSetup).addUpload(caller.tenant, given);
    const action = given.replaces ? 'source.replaceFile' : 'source.add';
    await audit(database, caller, action, given.sourceId, { file: given.fileName });
    return reply.code(201).header('cache-control', 'private, no-store').send({ sourceId: given.sourceId });
  });
}

/** @throws ServiceError FORBIDDEN */
function refuseLimited({ visible }: Caller): void {
  if (!visible) return;
  throw new ServiceError('FORBIDDEN', 'a client that is limited to application instances cannot set up others');
}

/** @throws ServiceError NOT_IMPLEMENTED. Call it after the request was checked, as other routes do: a wrong one is told what is wrong */
function available(setup: SourceSetup | undefined): SourceSetup {
  if (setup) return setup;
  throw new ServiceError(
    'NOT_IMPLEMENTED',
    'several processes or tenants share the configuration of this deployment, so sources are added in its file',
  );
}

/** @throws ServiceError BAD_REQUEST that suggests the nearest name */
function requireConnector(connectors: readonly Connector[], name: string): void {
  const types = connectors.map(({ type }) => type);
  if (types.includes(name)) return;
  throw new ServiceError(
    'BAD_REQUEST',
    `connector: there is no connector \`${name.slice(0, 100)}\`; ${nearestHint(name, types)}`,
  );
}

function viewConnector({ type, title, description, settings, declaresActions, declares }: Connector): object {
  return {
    ...{ type, title, description },
    types: [...new Set(declares?.flatMap(({ types }) => types))],
    isWritable: (declaresActions ?? []).length > 0,
    settings: z.toJSONSchema(settings, { io: 'input', unrepresentable: 'any' }),
  };
}

function audit(database: Database, caller: Caller, action: string, target: string, details: object): Promise<void> {
  const { tenant, principal } = caller;
  return recordAudit(database, {
    tenant,
    principal: principal.id,
    action,
    target,
    outcome: 'done',
    details: { ...details },
  });
}
