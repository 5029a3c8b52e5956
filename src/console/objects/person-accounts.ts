// The accounts of a person, over all sources.
import { sqlQuery } from '../api/sql.ts';
import { saidOfAccount } from './assumed-fields.ts';

export interface PersonAccount {
  /** Global id. */
  readonly id: string;
  readonly alias: string;
  readonly source: string;
  /** Null: its source does not say. */
  readonly enabled: boolean | null;
  readonly administrator: boolean | null;
}

const sql = `SELECT account_id AS id, account_alias AS alias, source_id AS source, 
    ${saidOfAccount('enabled', 'account_enabled')} AS enabled, ${saidOfAccount('isAdmin', 'is_admin')} AS administrator
  FROM person_accounts WHERE person_id = :person::UUID ORDER BY account_enabled DESC, source_id, account_alias`;

/** @param person global id */
export const personAccountsQuery = (person: string) => sqlQuery<PersonAccount>(sql, { person }, 100);

/** Those that a person can sign in with, to disable all of them. The parameter is `person`. */
export const usableAccountsSql = `SELECT account_id AS id, account_alias || ' in ' || source_id AS name, source_id AS source
  FROM person_accounts WHERE person_id = :person::UUID AND account_enabled ORDER BY source_id, account_alias, account_id`;
