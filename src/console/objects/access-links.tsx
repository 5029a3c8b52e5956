// From an object to the page of access.
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ObjectType } from './object-types.ts';

/** What has memberships and grants. */
const holderTypes: readonly ObjectType[] = ['Account', 'UserGroup', 'Role', 'PermissionSet'];

/** Whose access can be asked for: what holds it, and people, who have it through their accounts. */
export const whoTypes: readonly ObjectType[] = [...holderTypes, 'Person'];

/** What can be reached. */
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
