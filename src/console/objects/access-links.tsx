// From an object to the page of access.
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ObjectType } from './object-types.ts';

/** The types that have memberships and grants. */
const holderTypes: readonly ObjectType[] = ['Account', 'UserGroup', 'Role', 'PermissionSet'];

/** The types whose access can be shown: holders of access, and people, who have access through their accounts. */
export const whoTypes: readonly ObjectType[] = [...holderTypes, 'Person'];

/** The types that can be reached. */
export const reachableTypes: readonly ObjectType[] = [
  'ResourceInstance',
  'Role',
  'UserGroup',
  'PermissionSet',
  'AssignedApplication',
  'IntegratedApplication',
  'Account',
];

/** Links to what an object reaches and to who reaches it, as far as its type has them. @param id global id */
export function AccessLinks({ type, id }: { readonly type: string; readonly id: string }): ReactNode {
  const end = `${type}:${id}`;
  return (
    <>
      {whoTypes.some(each => each === type) && (
        <Link to="/access" search={{ from: end }}>
          What it reaches
        </Link>
      )}
      {reachableTypes.some(each => each === type) && (
        <Link to="/access" search={{ to: end }}>
          Who reaches it
        </Link>
      )}
    </>
  );
}
