// Every resource that the service serves, in the order of the documentation.
import { accessAssignment } from './access-assignment.ts';
import { account } from './account.ts';
import { activity } from './activity.ts';
import { assignedApplication } from './assigned-application.ts';
import { authenticator } from './authenticator.ts';
import { authenticatorEnrollment } from './authenticator-enrollment.ts';
import type { Collection, Resource } from './define.ts';
import { department } from './department.ts';
import { departmentContainment } from './department-containment.ts';
import { directoryProvider } from './directory-provider.ts';
import { employee } from './employee.ts';
import { integratedApplication } from './integrated-application.ts';
import { managedVia } from './managed-via.ts';
import { objectDirectory } from './object-directory.ts';
import { permissionSet } from './permission-set.ts';
import { person } from './person.ts';
import { resourceClass } from './resource-class.ts';
import { resourceContainment } from './resource-containment.ts';
import { resourceInstance } from './resource-instance.ts';
import { riskDefinition } from './risk-definition.ts';
import { riskViolation } from './risk-violation.ts';
import { role } from './role.ts';
import { userGroup } from './user-group.ts';

export const resources: readonly Resource[] = Object.freeze([
  account,
  role,
  userGroup,
  assignedApplication,
  integratedApplication,
  authenticator,
  authenticatorEnrollment,
  accessAssignment,
  managedVia,
  resourceClass,
  resourceInstance,
  resourceContainment,
  department,
  departmentContainment,
  objectDirectory,
  directoryProvider,
  permissionSet,
  employee,
  person,
  activity,
  riskDefinition,
  riskViolation,
]);

/** A collection and its resource. */
export interface ServedCollection {
  readonly resource: Resource;
  readonly collection: Collection;
}

/** Every collection of every resource, in documentation order. */
export const collections: readonly ServedCollection[] = Object.freeze(
  resources.flatMap(resource => resource.collections.map(collection => Object.freeze({ resource, collection }))),
);

const byType = new Map(resources.map(resource => [resource.type, resource]));
if (byType.size !== resources.length) throw new Error('Two resources are declared with the same type');
if (new Set(collections.map(({ collection }) => collection.path)).size !== collections.length)
  throw new Error('Two collections are declared with the same path');

/** The resource of an object or relationship type, for example `Role`; undefined when there is none. */
export function resourceOf(type: string): Resource | undefined {
  return byType.get(type);
}
