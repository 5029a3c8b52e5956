// Groups, roles, who holds them, and what they permit where.
import { createHash } from 'node:crypto';
import type { Gap, Page } from '../../../src/connector/contract.ts';
import { asFieldGap } from '../../../src/connector/gaps.ts';
import { definedMembers, textAt } from '../../../src/connector/json-values.ts';
import { metadataItems } from '../../../src/connector/metadata-items.ts';
import { distinctRecords } from '../../../src/connector/record-pages.ts';
import { assignmentRecord, membershipRecord } from '../../../src/connector/relationship-records.ts';
import type { GcpClient } from '../client.ts';
import { type Binding, policiesOf } from '../inventory/policies.ts';
import { type CloudRole, rolesOf } from '../inventory/roles.ts';
import { workloadLinksOf } from '../inventory/workloads.ts';
import { endOfMember, groupOf, projectGroupOf } from '../records/members.ts';
import { permittedBy } from '../records/permissions.ts';
import { resourceClasses } from './resources.ts';
import { workloadAssignments, workloadMemberships } from './workload-identity.ts';

const membersOf = ({ members }: Binding) =>
  members.flatMap(member => {
    const end = endOfMember(member);
    return end ? [end] : [];
  });

export async function* groupPages(client: GcpClient): AsyncGenerator<Page> {
  const { bindings, gaps } = await policiesOf(client);
  const ids = bindings.flatMap(binding =>
    membersOf(binding).flatMap(([type, id]) => (type === 'UserGroup' ? [id] : [])),
  );
  yield { records: [...new Set(ids)].map(groupOf), place: () => 'policies', gaps };
}

export async function* rolePages(client: GcpClient): AsyncGenerator<Page> {
  const { roles, gaps } = await rolesOf(client);
  const { gaps: unread } = await policiesOf(client);
  const records = [...roles.values()].map(({ id, item }) => ({
    id,
    ...definedMembers({
      ...{ name: textAt(item, 'title') ?? id, description: textAt(item, 'description') },
      type: id.startsWith('roles/') ? 'Standard' : 'Custom',
      applicationRoleType: textAt(item, 'stage'),
    }),
  }));
  yield { records, place: () => 'roles', gaps: [...gaps, ...unread] };
}

export async function* membershipPages(client: GcpClient): AsyncGenerator<Page> {
  const [{ bindings, gaps }, { roles }] = await Promise.all([policiesOf(client), rolesOf(client)]);
  const inRoles = bindings.flatMap(binding =>
    roles.has(binding.role) ? membersOf(binding).map(end => membershipRecord(end, ['Role', binding.role])) : [],
  );
  const groups = [...new Set(bindings.flatMap(({ members }) => members))].filter(member => projectGroupOf(member));
  const inGroups = groups.flatMap(group => {
    const { project, role } = projectGroupOf(group)!;
    const holders = bindings.filter(each => each.object.id === project && each.role === role && !each.condition);
    return holders.flatMap(membersOf).map(end => membershipRecord(end, ['UserGroup', group]));
  });
  const { links } = await workloadLinksOf(client);
  yield {
    ...{ records: distinctRecords([...inRoles, ...inGroups]), place: () => 'policies' },
    gaps: [...gaps, ...unknownMembers(bindings, new Set(links.map(({ member }) => member[1])))],
  };
  yield workloadMemberships(client);
}

/** Google groups and domains belong to a directory, and sets of identities to another provider. */
function unknownMembers(bindings: readonly Binding[], joined: ReadonlySet<string>): Gap[] {
  const groups = new Set(
    bindings.flatMap(binding =>
      membersOf(binding).flatMap(([type, id]) =>
        type === 'UserGroup' && !projectGroupOf(id) && !id.startsWith('all') && !joined.has(id) ? [id] : [],
      ),
    ),
  );
  if (groups.size === 0) return [];
  const message = `who is in ${groups.size === 1 ? 'one group, domain or set' : `${groups.size} groups, domains and sets`} of identities is not known to Google Cloud`;
  return [{ reason: 'unsupported', subject: 'groups', message, missing: 'fields' }];
}

export async function* assignmentPages(client: GcpClient): AsyncGenerator<Page> {
  const [{ bindings, gaps }, { roles, gaps: unread }, classes] = await Promise.all([
    ...[policiesOf(client), rolesOf(client), resourceClasses(client)],
  ] as const);
  const permitted = new Map<string, object>();
  const permissionsOf = ({ role, object }: Binding) => {
    const key = JSON.stringify([role, object.kind]);
    const found = roles.get(role);
    const made = permitted.get(key) ?? (found ? permittedBy(role, object.kind, found.permissions, classes) : {});
    permitted.set(key, made);
    return made;
  };
  const records = bindings.flatMap(binding => {
    const details = detailsOf(binding, roles.get(binding.role), permissionsOf(binding));
    const kind = binding.condition ? `${binding.role} if ${conditionDigest(binding.condition)}` : binding.role;
    return membersOf(binding).map(end => assignmentRecord(end, ['ResourceInstance', binding.object.id], details, kind));
  });
  yield {
    ...{ records: distinctRecords(records), place: () => 'policies' },
    gaps: [...gaps, ...unread.map(gap => asFieldGap(gap, 'what roles permit'))],
  };
  yield workloadAssignments(client);
}

/** Two bindings of a role that differ in their conditions are two. */
const conditionDigest = ({ title = '', expression }: NonNullable<Binding['condition']>) =>
  createHash('sha256')
    .update(JSON.stringify([title, expression]))
    .digest('hex')
    .slice(0, 16);

function detailsOf({ role, condition, object }: Binding, known: CloudRole | undefined, permitted: object) {
  return {
    name: textAt(known?.item, 'title') ?? role,
    description: `by the policy of ${object.id}`,
    ...permitted,
    ...(condition && { conditions: { context: metadataItems('gcp', { ...condition }) } }),
    accessControlMetadata: metadataItems('gcp', { role }),
  };
}
