// The Todo scenario of the interoperability event of OpenID AuthZEN (openid/authzen, interop/authzen-todo-backend, Authorization API 1.0),
// as facts of a source: four roles over one list of todos, and what each owner may do with a todo of their own. In the scenario these are
// rules; a source has them as grants. Its type `user` is `account` for a subject and `resource-instance` for a resource.
import { accessAssignment } from '../../../src/resources/access-assignment.ts';
import { account } from '../../../src/resources/account.ts';
import { employee } from '../../../src/resources/employee.ts';
import { managedVia } from '../../../src/resources/managed-via.ts';
import { resourceContainment } from '../../../src/resources/resource-containment.ts';
import { resourceInstance } from '../../../src/resources/resource-instance.ts';
import { role } from '../../../src/resources/role.ts';
import { pagesOf, type Script, sampleRecord } from '../../support/scripted-source.ts';

export const people = [
  'rick@the-citadel.com',
  'morty@the-citadel.com',
  'summer@the-smiths.com',
  'beth@the-smiths.com',
  'jerry@the-smiths.com',
] as const;
const [rick, morty, summer, beth, jerry] = people;

/** Owner → todo, as the payloads name them. */
export const todoOf: Readonly<Record<string, string>> = {
  [rick]: '7240d0db-8ff0-41ec-98b2-34a096273b92',
  [morty]: '7240d0db-8ff0-41ec-98b2-34a096273b91',
  [summer]: '7240d0db-8ff0-41ec-98b2-34a096273b93',
  [beth]: '7240d0db-8ff0-41ec-98b2-34a096273b94',
  [jerry]: '7240d0db-8ff0-41ec-98b2-34a096273b95',
};

const rolesOf: Readonly<Record<string, readonly string[]>> = {
  [rick]: ['admin', 'evil_genius'],
  ...{ [morty]: ['editor'], [summer]: ['editor'], [beth]: ['viewer'], [jerry]: ['viewer'] },
};

/** Role → object → the permissions that the role has there. */
const grants: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  viewer: { 'todo-1': ['can_read_todos'], users: ['can_read_user'] },
  editor: { 'todo-1': ['can_create_todo'] },
  admin: { 'todo-1': ['can_delete_todo'] },
  evil_genius: { 'todo-1': ['can_update_todo'] },
};
/** A role has what the roles have that it is in. */
const nesting: readonly (readonly [string, string])[] = [
  ['editor', 'viewer'],
  ['admin', 'editor'],
  ['evil_genius', 'editor'],
];

/** [subject, action, resource, decision]: the forty requests of the scenario and its expected answers. */
export const payloads: readonly (readonly [subject: string, action: string, resource: string, expected: boolean])[] =
  people.flatMap(person => {
    const other = person === rick ? morty : rick;
    const [isAdmin, isEditor] = [person === rick, [rick, morty, summer].includes(person as typeof rick)];
    return [
      [person, 'can_read_user', beth, true],
      [person, 'can_read_user', person, true],
      [person, 'can_read_todos', 'todo-1', true],
      [person, 'can_create_todo', 'todo-1', isEditor],
      [person, 'can_update_todo', todoOf[other]!, isAdmin],
      [person, 'can_update_todo', todoOf[person]!, isEditor],
      [person, 'can_delete_todo', todoOf[other]!, isAdmin],
      [person, 'can_delete_todo', todoOf[person]!, isEditor],
    ] as const;
  });

type Fields = Readonly<Record<string, unknown>>;

const grant = (
  holder: string,
  type: 'Account' | 'Role',
  object: string,
  specifiers: readonly string[],
  index: number,
) => ({
  ...sampleRecord(accessAssignment, index),
  ...{ id: `${holder}>${object}>${specifiers.join()}`, entityId: holder, entityType: type },
  ...{ assignedObjectId: object, assignedObjectType: 'ResourceInstance' },
  entitlementSpecification: {
    reasonSpecificData: { type: 'Grant', permissions: { fineGrainedSpecifiers: specifiers } },
  },
});

export function todoSource(): Script {
  const many = (resource: typeof account | typeof role | typeof resourceInstance, records: readonly Fields[]) =>
    pagesOf(
      records.map(
        (record, index) => ({ ...sampleRecord(resource as typeof account, index), ...record }) as { id: string },
      ),
    );
  const link = (resource: typeof managedVia | typeof resourceContainment, records: readonly Fields[]) =>
    pagesOf(
      records.map((record, index) => ({
        ...sampleRecord(resource as typeof managedVia, index),
        ...record,
        id: `l${index}`,
      })),
    );
  const objects = ['todo-1', ...Object.values(todoOf), 'users', ...people];
  const ofRoles = Object.entries(grants).flatMap(([holder, objectsOf]) =>
    Object.entries(objectsOf).map(([object, specifiers]) => [holder, 'Role', object, specifiers] as const),
  );
  const ofOwners = [rick, morty, summer].map(
    owner => [owner, 'Account', todoOf[owner]!, ['can_update_todo', 'can_delete_todo']] as const,
  );
  const via = (entityId: string, entityType: string, role_: string) => {
    return { entityId, entityType, managedViaObjectId: role_, managedViaObjectType: 'Role' };
  };
  return {
    // So that one account has a person.
    Employee: pagesOf([{ ...sampleRecord(employee, 0), id: 'e1', email: morty, employmentStatus: 'Active' }]),
    Account: many(
      account,
      people.map(id => ({ id, alias: id, email: id, type: 'User', enabled: true })),
    ),
    Role: many(
      role,
      Object.keys(grants).map(id => ({ id, name: id })),
    ),
    ResourceInstance: many(
      resourceInstance,
      objects.map(id => ({ id, name: id, parentId: undefined })),
    ),
    ResourceInstanceContainsResourceInstance: link(resourceContainment, [
      ...Object.values(todoOf).map(childId => ({ parentId: 'todo-1', childId })),
      ...people.map(childId => ({ parentId: 'users', childId })),
    ]),
    EntityManagedViaObject: link(managedVia, [
      ...Object.entries(rolesOf).flatMap(([person, held]) => held.map(each => via(person, 'Account', each))),
      ...nesting.map(([inner, outer]) => via(inner, 'Role', outer)),
    ]),
    EntityAssignedAccessToObject: pagesOf(
      [...ofRoles, ...ofOwners].map(([holder, type, object, specifiers], index) =>
        grant(holder, type, object, specifiers, index),
      ),
    ),
  };
}
