// Queries the views of what an account reaches for one account: by its id, and by attributes that people know.
import { accessInstance, accessSource } from './access-data.ts';

export const accessViews = ['account_access', 'account_resource_access'] as const;

/** What is filtered → its condition. Each finds rows of account number 7, or fewer; `id` is what the others are measured by. */
export const accessFilters = {
  id: `account_id = md5('account 7')::UUID`,
  alias: `account_alias = 'user-7'`,
  'e-mail': `account_email = 'user-7@example.org'`,
  'alias and source': `account_alias = 'user-7' AND source_id = '${accessSource}'`,
  'alias, type and entitlement': `account_alias = 'user-7' AND account_type = 'User' AND entitlement_type = 'Grant'`,
} as const;

/** Whom the views are made for: a client that sees everything, and one that is limited to application instances. */
export const accessClients = {
  everything: null,
  limited: { tenant: 'main', instances: [accessInstance], personData: false },
} as const;
