// Finds what a change is about: global ids become local ids, in the version in service, limited to what the client may see.
import type { FastifyReply } from 'fastify';
import type { ActionSource, LocalTarget } from '../../actions/source-client.ts';
import type { ActionOperation } from '../../connector/actions.ts';
import { ServiceError } from '../../errors.ts';
import type { JobTerms } from '../../state/actions/jobs.ts';
import type { Version } from '../../warehouse/version/version.ts';
import type { Caller } from '../access/caller.ts';
import { visibleTo } from '../access/visible.ts';
import { whenOver } from '../http/client-signal.ts';
import { wrongParameter } from '../http/parameter-error.ts';
import { badBody } from '../http/request-body.ts';
import { type ServedTenant, type ServedTenants, servedTenant } from '../served-tenants.ts';
import { versionInService } from '../version-in-service.ts';

/** An object of the version in service, as far as changes need it. */
export interface FoundObject {
  readonly globalId: string;
  /** Local id. */
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly instance: string;
  /** The whole object as the API serves it. */
  readonly item: Readonly<Record<string, unknown>>;
}

/** What a change would alter. */
export interface ChangeTarget {
  readonly source: ActionSource;
  /** Global id that the results name. */
  readonly objectId: string;
  readonly name: string | undefined;
  readonly local: LocalTarget;
  readonly account: FoundObject | undefined;
  /** The role or group whose members change. */
  readonly container: FoundObject | undefined;
}

export interface Change {
  readonly operation: ActionOperation;
  readonly targets: readonly ChangeTarget[];
  /** What a bulk says about its job. */
  readonly terms?: Pick<JobTerms, 'purpose' | 'rollout'>;
  /** Id of the review that decided it. */
  readonly review?: string | undefined;
}

interface Finding {
  readonly tenant: ServedTenant;
  readonly caller: Caller;
  readonly version: Version;
}

/**
 * What the search for objects needs: the caller, and a version that stays open until the request is answered.
 * @throws ServiceError SERVICE_UNAVAILABLE before the first publication
 */
export function finding(
  { tenants }: { readonly tenants: ServedTenants },
  caller: Caller,
  reply: FastifyReply,
): Finding {
  const tenant = servedTenant(tenants, caller.tenant);
  const version = versionInService(tenant.catalogue);
  whenOver(reply, version.hold());
  return { tenant, caller, version };
}

/** @throws ServiceError NOT_FOUND when it does not exist or is not visible */
async function find({ version, caller }: Finding, collection: string, id: string): Promise<FoundObject> {
  const found = await version.collection(collection).get(id, caller.visible);
  if (!found) {
    throw new ServiceError('NOT_FOUND', `${collection}: there is no ${id}, or it is not visible to this client`);
  }
  const item = JSON.parse(found.toString());
  return {
    globalId: id,
    id: item.id,
    type: item.objectMetadata.ObjectOrRelationshipType,
    name: item.name ?? item.alias,
    instance: item.objectMetadata.ApplicationInstanceId,
    item,
  };
}

function sourceWith({ sources }: ServedTenant, instance: string): ActionSource | undefined {
  return [...sources.values()].find(({ config }) => config.application_instance_id === instance);
}

/** @throws ServiceError OPERATION_NOT_SUPPORTED when the source is not configured any more */
function sourceOf({ tenant }: Finding, instance: string): ActionSource {
  const source = sourceWith(tenant, instance);
  if (source) return source;
  throw new ServiceError('OPERATION_NOT_SUPPORTED', `the application instance ${instance} is no longer configured`);
}

/** Objects that are read from the files of the version at the same time. */
const foundAtOnce = 20;

export async function accountTargets(
  search: Finding,
  operation: ActionOperation,
  ids: readonly string[],
): Promise<Change> {
  const targets: ChangeTarget[] = [];
  for (let start = 0; start < ids.length; start += foundAtOnce) {
    const accounts = await Promise.all(ids.slice(start, start + foundAtOnce).map(id => find(search, 'accounts', id)));
    for (const account of accounts) {
      targets.push({
        source: sourceOf(search, account.instance),
        objectId: account.globalId,
        name: account.name,
        local: { accountId: account.id },
        account,
        container: undefined,
      });
    }
  }
  return { operation, targets };
}

/** @throws ServiceError BAD_REQUEST that names the ids that are given twice */
export function refuseDuplicates(ids: readonly string[]): void {
  const first = new Map<string, number>();
  const problems = ids.flatMap((id, index) => {
    const same = first.get(id);
    if (same !== undefined) return [{ path: `ids[${index}]`, message: `is the same account as ids[${same}]` }];
    first.set(id, index);
    return [];
  });
  if (problems.length > 0) throw badBody(problems);
}

/**
 * The kinds of containers. Groups of a `fixed` type get their members by a rule or from another system, so no member can be added here.
 * No type of role is fixed: even a modeled role may be a plain value of accounts that a connector can set, so the connector decides.
 */
const memberships = {
  roles: { idName: 'roleId', title: 'role', fixed: [] },
  'user-groups': { idName: 'groupId', title: 'group', fixed: ['Modeled', 'Sync', 'Dynamic'] },
} as const;

/** @param accountIds the accounts whose membership of one role or group changes */
export async function membershipTargets(
  search: Finding,
  operation: ActionOperation,
  collection: keyof typeof memberships,
  { id, accountIds }: { readonly id: string; readonly accountIds: readonly string[] },
): Promise<Change> {
  const { idName, title, fixed } = memberships[collection];
  const container = await find(search, collection, id);
  const { targets } = await accountTargets(search, operation, accountIds);
  const other = targets.find(({ account }) => account!.instance !== container.instance);
  if (other) {
    throw wrongParameter(
      'accountId',
      `the account ${other.objectId} belongs to the application instance ${other.account!.instance}, but the ${title} to ${container.instance}; both must be of the same application instance`,
    );
  }
  const source = sourceOf(search, container.instance);
  const kind = String(container.item.type);
  if ((fixed as readonly string[]).includes(kind)) {
    throw new ServiceError(
      'OBJECT_NOT_REMOVABLE',
      `the ${title} ${JSON.stringify(container.name)} is of type ${kind}, so its members cannot be changed here`,
      { details: { type: kind } },
    );
  }
  const of = (target: ChangeTarget): ChangeTarget => {
    return { ...target, source, local: { [idName]: container.id, accountId: target.account!.id }, container };
  };
  return { operation, targets: targets.map(of) };
}

/** @throws ServiceError FORBIDDEN or BAD_REQUEST when the client may not see the application instance or there is none */
export function groupTarget(
  search: Omit<Finding, 'version'>,
  { applicationInstanceId, groupName }: { readonly applicationInstanceId: string; readonly groupName: string },
): Change {
  const { tenant, caller } = search;
  const instance = applicationInstanceId.toLowerCase();
  visibleTo(caller, { applicationInstanceId: instance });
  const source = sourceWith(tenant, instance);
  if (!source) {
    throw wrongParameter('applicationInstanceId', `there is no application instance ${instance}`);
  }
  const target = { source, objectId: instance, name: groupName, local: { groupName } };
  return { operation: 'CreateUserGroup', targets: [{ ...target, account: undefined, container: undefined }] };
}
