// Whether a statement of a trust policy means a principal
// (docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_principal.html).
import type { PolicyStatement, Principals } from './document.ts';
import type { Truth } from './truth.ts';

export interface PolicyPrincipal {
  /** `AWS`, `Service` or `Federated`. */
  readonly kind: string;
  /** ARN of a user or role, name of a service, ARN or host of an identity provider. */
  readonly name: string;
  /** Id of the account, for `AWS`. */
  readonly account?: string;
}

/** The account that a principal of kind `AWS` means as a whole: its id, or the ARN of its root. */
export const accountMeant = (name: string): string | undefined =>
  /^(?:arn:[\w-]+:iam::)?(\d{12})(?::root)?$/.exec(name)?.[1];

/** How a statement means a principal. `account` leaves the decision to the policies of that account. */
export type Meaning = 'named' | 'account' | 'everybody' | undefined;

export function meaningOf(principals: Principals, { kind, name, account }: PolicyPrincipal): Meaning {
  const names = principals.get(kind) ?? [];
  if (names.includes(name)) return 'named';
  if (kind !== 'AWS') return names.includes('*') ? 'everybody' : undefined;
  if (account !== undefined && names.some(each => accountMeant(each) === account)) return 'account';
  return names.includes('*') ? 'everybody' : undefined;
}

/** A statement without principals, as in policies of identities, is about whoever has it. */
export function principalTruth(
  { principals, notPrincipals }: Pick<PolicyStatement, 'principals' | 'notPrincipals'>,
  principal: PolicyPrincipal | undefined,
): Truth {
  if (principals === undefined && notPrincipals === undefined) return 'yes';
  if (principal === undefined) return 'maybe';
  if (principals !== undefined) return meaningOf(principals, principal) === undefined ? 'no' : 'yes';
  return meaningOf(notPrincipals!, principal) === undefined ? 'yes' : 'no';
}
