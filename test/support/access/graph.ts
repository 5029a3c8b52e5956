// Graphs of access as a source lands them. The first letter of an id is its type: a account, g group, r role, x resource.
import { metadataItems } from '../../../src/connector/metadata-items.ts';
import { pagesOf, type Script } from '../scripted-source.ts';

export interface Grant {
  readonly holder: string;
  readonly object: string;
  readonly permissions: readonly ('isRead' | 'isUpdate' | 'isDelete' | 'isPrivileged')[];
  readonly isDenial?: boolean;
  readonly isConditional?: boolean;
  readonly isDisabled?: boolean;
  /** When it was given, as the source says. */
  readonly created?: Date;
  /** It does not hold for what the object contains. */
  readonly isOnlyHere?: boolean;
  /** What holds for contained resources instead, by their class, which is the last digit of the id modulo 3. */
  readonly onContents?: readonly { readonly classes: readonly string[]; readonly permissions: Grant['permissions'] }[];
}

export interface AccessGraph {
  readonly accounts: readonly string[];
  readonly containers: readonly string[];
  readonly resources: readonly string[];
  /** Member and container. */
  readonly memberships: readonly (readonly [string, string])[];
  /** Child and parent. */
  readonly containments: readonly (readonly [string, string])[];
  readonly grants: readonly Grant[];
}

const types: Readonly<Record<string, string>> = { a: 'Account', g: 'UserGroup', r: 'Role', x: 'ResourceInstance' };
export const typeOf = (id: string): string => types[id[0]!]!;

export function scriptOf(graph: AccessGraph): Script {
  const named = (id: string) => ({ id, name: id });
  return {
    Account: pagesOf(graph.accounts.map(id => ({ id, alias: id, type: 'User' }))),
    UserGroup: pagesOf(graph.containers.filter(id => id[0] === 'g').map(id => ({ ...named(id), type: 'Security' }))),
    Role: pagesOf(graph.containers.filter(id => id[0] === 'r').map(id => ({ ...named(id), type: 'Custom' }))),
    ResourceClass: pagesOf(['0', '1', '2'].map(named)),
    ResourceInstance: pagesOf(graph.resources.map(id => ({ ...named(id), resourceClass: classOf(id) }))),
    EntityManagedViaObject: pagesOf(graph.memberships.map(membershipRecord)),
    ResourceInstanceContainsResourceInstance: pagesOf(
      graph.containments.map(([childId, parentId]) => ({ id: `${childId} in ${parentId}`, childId, parentId })),
    ),
    EntityAssignedAccessToObject: pagesOf(graph.grants.map(grantRecord)),
  };
}

const classOf = (id: string): string => String(Number(id.at(-1)) % 3);
const flagsOf = (permissions: Grant['permissions']) => Object.fromEntries(permissions.map(name => [name, true]));

function membershipRecord([member, container]: readonly [string, string]) {
  return {
    id: `${member} in ${container}`,
    entityId: member,
    entityType: typeOf(member),
    managedViaObjectId: container,
    managedViaObjectType: typeOf(container),
  };
}

function grantRecord(
  { holder, object, permissions, isDenial, isConditional, isDisabled, isOnlyHere, onContents, created }: Grant,
  index: number,
) {
  return {
    id: `${holder} to ${object} ${index}`,
    entityId: holder,
    entityType: typeOf(holder),
    assignedObjectId: object,
    assignedObjectType: typeOf(object),
    entitlementSpecification: {
      reason: 'AccessControl',
      reasonSpecificData: {
        type: isDenial ? 'Denial' : 'Grant',
        ...(isDisabled && { enabled: false }),
        ...(isOnlyHere !== undefined && { appliesToContents: !isOnlyHere }),
        ...(isConditional && { conditions: { overrides: ['AllowAdmin'] } }),
        ...(onContents && {
          contentPermissions: onContents.map(({ classes, permissions: onClass }) => {
            return { resourceClasses: classes, permissions: flagsOf(onClass) };
          }),
        }),
        permissions: flagsOf(permissions),
        ...(created && { accessControlMetadata: metadataItems('test', { created }) }),
      },
    },
  };
}
