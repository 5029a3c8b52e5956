// Disabling, enabling and activating: what the attributes of a role say about its logins.
import pg from 'pg';
import type { Action } from '../../../src/connector/actions.ts';
import type { PostgresClient } from '../client.ts';
import { changeableAccount, confirmName, type RoleState } from './changeable-roles.ts';

type Logins = {
  readonly canLogin: boolean;
  /** -1: without limit. 0: nobody can log in. */
  readonly connectionLimit: number;
  /** When the password expires; null: never. */
  readonly validUntil: string | null;
};

const loginsOf = (role: RoleState): Logins => ({
  canLogin: role.can_login,
  connectionLimit: role.connection_limit,
  validUntil: role.valid_until,
});

function clausesOf({ canLogin, connectionLimit, validUntil }: Partial<Logins>): string[] {
  return [
    ...(canLogin === undefined ? [] : [canLogin ? 'LOGIN' : 'NOLOGIN']),
    ...(connectionLimit === undefined ? [] : [`CONNECTION LIMIT ${connectionLimit}`]),
    // PostgreSQL cannot set it back to null. A null is never changed, because it has not expired.
    ...(validUntil === undefined || validUntil === null ? [] : [`VALID UNTIL ${pg.escapeLiteral(validUntil)}`]),
  ];
}

/**
 * @param fields the attributes that the operation may alter
 * @param missing the differences between the wanted state and the present one; empty when nothing has to be done
 */
function loginAction(
  fields: readonly (keyof Logins)[],
  missing: (logins: Logins) => Partial<Logins>,
): Action<PostgresClient, { readonly accountId: string }> {
  const imageOf = (role: RoleState) => Object.fromEntries(fields.map(field => [field, loginsOf(role)[field]]));
  const alter = ({ changes }: PostgresClient, accountId: string, wanted: (logins: Logins) => Partial<Logins>) =>
    changes.change(async transaction => {
      const role = await changeableAccount(transaction, accountId);
      const clauses = clausesOf(wanted(loginsOf(role)));
      if (clauses.length === 0) return;
      await transaction.rows(`ALTER ROLE ${pg.escapeIdentifier(role.name)} ${clauses.join(' ')}`);
      await confirmName(transaction, role);
    });
  return {
    observe: ({ changes }, { accountId }) =>
      changes.look(async transaction => imageOf(await changeableAccount(transaction, accountId))),
    isDone: image => Object.keys(missing(image as Logins)).length === 0,
    apply: (client, { accountId }) => alter(client, accountId, missing),
    restore: (client, { accountId }, { before }) =>
      alter(client, accountId, present =>
        Object.fromEntries(
          fields.filter(field => present[field] !== before[field]).map(field => [field, before[field]]),
        ),
      ),
  };
}

const disabling = ({ canLogin }: Logins): Partial<Logins> => (canLogin ? { canLogin: false } : {});

/** The reads also count an account as disabled when its connection limit is 0. */
const enabling = ({ canLogin, connectionLimit }: Logins): Partial<Logins> => ({
  ...(!canLogin && { canLogin: true }),
  ...(connectionLimit === 0 && { connectionLimit: -1 }),
});

const activating = (logins: Logins): Partial<Logins> => ({
  ...enabling(logins),
  ...(isPast(logins.validUntil) && { validUntil: 'infinity' }),
});

/** @param time as PostgreSQL prints it in UTC. Years before 1 end with BC; those after 9999 have more than four digits */
function isPast(time: string | null): boolean {
  if (time === null || time === 'infinity') return false;
  if (time === '-infinity' || time.endsWith('BC')) return true;
  const date = /^\d{4}-/.test(time) ? Date.parse(time.replace(' ', 'T').replace(/\+00$/, 'Z')) : Number.NaN;
  return date <= Date.now();
}

export const disableAccount = loginAction(['canLogin'], disabling);
export const enableAccount = loginAction(['canLogin', 'connectionLimit'], enabling);
export const activateAccount = loginAction(['canLogin', 'connectionLimit', 'validUntil'], activating);
