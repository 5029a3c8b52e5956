// Whether a trust policy admits every subject of an OpenID Connect provider. Only issuers count whose workloads choose the audience of their
// tokens themselves: there, a condition on the audience alone keeps nobody out
// (docs.aws.amazon.com/IAM/latest/UserGuide/id_roles_create_for-idp_oidc.html).
import type { Condition, Policy } from './document.ts';
import type { Trust } from './trust.ts';

const issuersOfAnyAudience = [
  /^token\.actions\.githubusercontent\.com(\/|$)/,
  /^gitlab\.com$/,
  /^app\.terraform\.io$/,
  /^agent\.buildkite\.com$/,
  /^oidc\.eks\.[\w-]+\.amazonaws\.com(\.cn)?\/id\//,
];

/** The issuer of an OpenID Connect provider without `https://`; undefined: it is no such provider. */
export const issuerOfProvider = (arn: string): string | undefined => arn.split(':oidc-provider/')[1];

/** Patterns that every subject of the issuer matches, or every one of its kind. */
const everySubject = /^(repo:|project_path:|organization:|system:serviceaccount:)?\*+(\/\*+)?(:|$)/;

/** @returns false also where something that is not understood could narrow the trust */
export function admitsEverySubject(provider: string, { statements }: Policy, { alternatives }: Trust): boolean {
  const issuer = issuerOfProvider(provider);
  if (issuer === undefined || !issuersOfAnyAudience.some(pattern => pattern.test(issuer))) return false;
  if (statements.some(({ effect }) => effect === 'Deny')) return false;
  return alternatives.length === 0 || alternatives.some(conditions => conditions.every(isOpen(issuer)));
}

const isOpen =
  (issuer: string) =>
  ({ operator, key, values }: Condition): boolean => {
    if (key.toLowerCase() === `${issuer}:aud`.toLowerCase()) return true;
    if (key.toLowerCase() !== `${issuer}:sub`.toLowerCase()) return false;
    return /^(ForAnyValue:)?StringLike(IfExists)?$/i.test(operator) && values.some(value => everySubject.test(value));
  };
