// The organisation: its units and accounts, and the service control policies of each. The management account and delegated ones see it.

import type { Gap } from '../../../src/connector/contract.ts';
import { textAt } from '../../../src/connector/json-values.ts';
import { together } from '../../../src/connector/together.ts';
import type { AwsClient } from '../client.ts';
import { oneOf, wholeAwsList } from '../paging.ts';
import type { ControlLevels } from '../policy/control-policies.ts';
import { type Policy, policyOf } from '../policy/document.ts';

export interface OrganizationNode {
  readonly kind: 'root' | 'unit' | 'account';
  readonly id: string;
  readonly parent: string | undefined;
  readonly item: unknown;
}

export interface Organization {
  /** Id of the organisation; null: the account is in none; undefined: not known. */
  readonly id: string | null | undefined;
  readonly managementAccount: string | undefined;
  readonly nodes: readonly OrganizationNode[];
  /** Id of a root, unit or account → service control policies attached to it; undefined: not known. */
  readonly controls: ReadonlyMap<string, readonly Policy[]> | undefined;
  /** Of units and accounts. */
  readonly gaps: readonly Gap[];
  /** Of service control policies. */
  readonly controlGaps: readonly Gap[];
}

const nothing = { nodes: [], gaps: [], controlGaps: [] };

export function organization(client: AwsClient): Promise<Organization> {
  return client.once('organization', async () => {
    if (!client.settings.organization)
      return { ...nothing, id: undefined, managementAccount: undefined, controls: undefined };
    const described = await oneOf(client, 'organizations', 'DescribeOrganization', {}, null);
    if (described.result === null && described.gaps.length === 0)
      return { ...nothing, id: null, managementAccount: undefined, controls: new Map() };
    const nodes: OrganizationNode[] = [];
    const gaps: Gap[] = described.gaps.map(gap => ({ ...gap, missing: 'objects' }));
    await readTree(client, nodes, gaps);
    const controls = await readControls(client, nodes);
    return {
      id: textAt(described.result, 'Organization', 'Id'),
      managementAccount: textAt(described.result, 'Organization', 'MasterAccountId'),
      ...{ nodes, controls: gaps.length > 0 ? undefined : controls.of },
      ...{ gaps: gaps.map(withRemedy), controlGaps: controls.gaps.map(withRemedy) },
    };
  });
}

const withRemedy = (gap: Gap): Gap =>
  gap.reason !== 'forbidden'
    ? gap
    : { ...gap, message: `${gap.message}; in a member account name an organization_role, or set organization: false` };

async function readTree(client: AwsClient, nodes: OrganizationNode[], gaps: Gap[]): Promise<void> {
  const list = async (action: string, member: string, kind: OrganizationNode['kind'], parent?: string) => {
    const parameters = parent === undefined ? {} : { ParentId: parent };
    const found = await wholeAwsList(client, { service: 'organizations', action, member, parameters });
    gaps.push(...found.gaps);
    return found.items.flatMap(item => {
      const id = textAt(item, 'Id');
      return id === undefined || seen.has(id) ? [] : [{ kind, id, parent, item }];
    });
  };
  const seen = new Set<string>();
  let level = await list('ListRoots', 'Roots', 'root');
  while (level.length > 0) {
    for (const { id } of level) seen.add(id);
    nodes.push(...level);
    const inside: OrganizationNode[] = [];
    await together(level, async ({ id }) => {
      nodes.push(...(await list('ListAccountsForParent', 'Accounts', 'account', id)));
      inside.push(...(await list('ListOrganizationalUnitsForParent', 'OrganizationalUnits', 'unit', id)));
    });
    level = inside;
  }
}

/** @returns undefined where a policy cannot be read: then nothing is known of what it allows */
async function readControls(
  client: AwsClient,
  nodes: readonly OrganizationNode[],
): Promise<{ of: Map<string, Policy[]> | undefined; gaps: Gap[] }> {
  if (nodes.length === 0) return { of: undefined, gaps: [] };
  const service = 'organizations';
  const policies = await wholeAwsList(client, {
    ...{ service, action: 'ListPolicies', member: 'Policies', parameters: { Filter: 'SERVICE_CONTROL_POLICY' } },
  });
  const gaps: Gap[] = policies.gaps.map(asFields);
  const of = new Map<string, Policy[]>();
  await together(policies.items, async item => {
    const [id, name] = [textAt(item, 'Id') ?? '', textAt(item, 'Name') ?? 'unnamed'];
    const { result, gaps: failed } = await oneOf(client, service, 'DescribePolicy', { PolicyId: id }, undefined);
    const policy = policyOf(name, textAt(result, 'Policy', 'Content'));
    const targets = await wholeAwsList(client, {
      ...{ service, action: 'ListTargetsForPolicy', member: 'Targets', parameters: { PolicyId: id } },
    });
    gaps.push(...failed, ...targets.gaps.map(asFields));
    if (policy === undefined && failed.length === 0) gaps.push(unreadable(name));
    for (const target of targets.items.flatMap(each => textAt(each, 'TargetId') ?? []))
      if (policy) of.set(target, [...(of.get(target) ?? []), policy]);
  });
  return { of: gaps.length > 0 ? undefined : of, gaps };
}

const asFields = (gap: Gap): Gap => ({ ...gap, missing: 'fields' });

const unreadable = (name: string): Gap => ({
  ...{ reason: 'failed', subject: `service control policy ${name}`, missing: 'fields' },
  message: 'its content is no policy',
});

/** The policies of each level down to an account; undefined: not known. An organisation without such policies limits nothing. */
export function controlLevelsOf({ nodes, controls, id }: Organization, account: string): ControlLevels | undefined {
  if (id === null) return [];
  if (controls === undefined) return undefined;
  if (controls.size === 0) return [];
  const byId = new Map(nodes.map(node => [node.id, node]));
  const levels: (readonly Policy[])[] = [];
  for (let node = byId.get(account); node !== undefined; node = byId.get(node.parent ?? ''))
    levels.unshift(controls.get(node.id) ?? []);
  return levels.length === 0 ? undefined : levels;
}
