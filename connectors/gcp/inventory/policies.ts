// The policies of all resources: bindings of members to roles. Read once for all reads.
import type { Gap } from '../../../src/connector/contract.ts';
import { distinctGaps } from '../../../src/connector/gaps.ts';
import { listAt, textAt, textsAt, timeAt, valueAt } from '../../../src/connector/json-values.ts';
import { together } from '../../../src/connector/together.ts';
import type { GcpClient } from '../client.ts';
import {
  bucketList,
  type GcpList,
  policyOf,
  policyOfBucket,
  policyOfServiceAccount,
  policySearch,
  wholeGcpList,
} from '../lists.ts';
import { serviceAccountClass } from '../records/permissions.ts';
import { type Hierarchy, hierarchyOf, projectsOf, type ServiceAccounts, serviceAccountsOf } from './hierarchy.ts';

/** A resource that has a policy. */
export interface PolicyObject {
  /** Local id. */
  readonly id: string;
  /** Id of its class: `organization`, `folder`, `project`, or an asset type such as `storage.googleapis.com/Bucket`. */
  readonly kind: string;
  readonly name: string;
  /** Local id of what contains it. */
  readonly parent: string | undefined;
  readonly created?: string | undefined;
}

export interface Binding {
  readonly object: PolicyObject;
  readonly role: string;
  readonly members: readonly string[];
  /** Undefined: it always holds. */
  readonly condition: { readonly title: string | undefined; readonly expression: string } | undefined;
}

export interface Policies {
  readonly bindings: readonly Binding[];
  /** Resources beside organisations, folders and projects, by their ids. */
  readonly objects: ReadonlyMap<string, PolicyObject>;
  readonly gaps: readonly Gap[];
}

export const policiesOf = (client: GcpClient): Promise<Policies> =>
  client.once('policies', async () => {
    const [hierarchy, accounts] = await Promise.all([hierarchyOf(client), serviceAccountsOf(client)]);
    const state: State = { hierarchy, accounts, bindings: [], objects: new Map(), gaps: [...hierarchy.gaps] };
    for (const { project, email, item } of accounts.accounts) {
      const id = accounts.ids.get(email)!;
      const name = textAt(item, 'displayName') ?? email;
      state.objects.set(id, { id, kind: serviceAccountClass, name, parent: `projects/${project}` });
    }
    if (client.settings.policies === 'places') await readOneByOne(client, state);
    else
      await together(client.roots, async ({ path }) => {
        const results = await wholeGcpList(client, policySearch(path));
        state.gaps.push(...results.gaps);
        for (const result of results.items) addResult(state, result);
      });
    return { bindings: state.bindings, objects: state.objects, gaps: distinctGaps(state.gaps) };
  });

interface State {
  readonly hierarchy: Hierarchy;
  readonly accounts: ServiceAccounts;
  readonly bindings: Binding[];
  readonly objects: Map<string, PolicyObject>;
  readonly gaps: Gap[];
}

/** @param result of the search (cloud.google.com/asset-inventory/docs/reference/rest/v1/TopLevel/searchAllIamPolicies) */
function addResult(state: State, result: unknown): void {
  const [resource, kind] = [textAt(result, 'resource'), textAt(result, 'assetType')];
  if (resource === undefined || kind === undefined) return;
  const object = objectOf(state, resource, kind, textAt(result, 'project') ?? textAt(result, 'organization'));
  addPolicy(state, object, valueAt(result, 'policy'));
}

function objectOf(state: State, resource: string, kind: string, around: string | undefined): PolicyObject {
  const { hierarchy, accounts, objects } = state;
  const name = resource.replace(/^\/\/[^/]+\//, '');
  const place = hierarchy.places.get(hierarchy.projectsByNumber.get(name) ?? name);
  if (resource.startsWith('//cloudresourcemanager.googleapis.com/') && place) return place;
  const account = kind === serviceAccountClass ? accounts.ids.get(name.split('/').at(-1)!) : undefined;
  const known = objects.get(account ?? resource.slice(2));
  if (known) return known;
  const parent = around === undefined ? undefined : (hierarchy.projectsByNumber.get(around) ?? around);
  const id = resource.slice(2);
  const object = {
    id,
    kind,
    name: name.split('/').at(-1) || name,
    parent: parent && hierarchy.places.has(parent) ? parent : undefined,
  };
  objects.set(id, object);
  return object;
}

function addPolicy({ bindings }: State, object: PolicyObject, policy: unknown): void {
  for (const binding of listAt(policy, 'bindings')) {
    const role = textAt(binding, 'role');
    if (role === undefined) continue;
    const expression = textAt(binding, 'condition', 'expression');
    const condition =
      expression === undefined ? undefined : { title: textAt(binding, 'condition', 'title'), expression };
    bindings.push({ object, role, members: textsAt(binding, 'members'), condition });
  }
}

async function readOneByOne(client: GcpClient, state: State): Promise<void> {
  const { hierarchy, accounts, gaps } = state;
  const ask = async (object: PolicyObject, list: GcpList) => {
    const answer = await wholeGcpList(client, list);
    gaps.push(...answer.gaps);
    for (const policy of answer.items) addPolicy(state, object, policy);
  };
  await together([...hierarchy.places.values()], place => ask(place, policyOf(place.id)));
  await together(accounts.accounts, ({ project, email }) =>
    ask(state.objects.get(accounts.ids.get(email)!)!, policyOfServiceAccount(project, email)),
  );
  await together(projectsOf(hierarchy), async project => {
    const buckets = await wholeGcpList(client, bucketList(project));
    gaps.push(...buckets.gaps);
    await together(buckets.items, async bucket => {
      const name = textAt(bucket, 'name');
      if (name === undefined) return;
      const id = `storage.googleapis.com/${name}`;
      const created = timeAt(bucket, 'timeCreated');
      const object = { id, kind: 'storage.googleapis.com/Bucket', name, parent: `projects/${project}`, created };
      state.objects.set(id, object);
      await ask(object, policyOfBucket(name));
    });
  });
  gaps.push(othersNotRead);
}

const othersNotRead: Gap = {
  ...{ reason: 'unsupported', subject: 'policies', missing: 'fields' },
  message:
    'policies of other resources than places, service accounts and buckets are not read; set `policies` to `search` to read them',
};
