// Policy documents as AWS stores them (docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_grammar.html): every element may be
// one value or a list, and a document may be text, percent-encoded text or an object.
import { listAt, valueAt } from '../../../src/connector/json-values.ts';

export interface Condition {
  /** As the document has it, such as `ForAnyValue:StringLikeIfExists`. */
  readonly operator: string;
  readonly key: string;
  readonly values: readonly string[];
}

/** Kinds of principals: `AWS`, `Service`, `Federated`, `CanonicalUser`. `*` alone is `AWS: *`. */
export type Principals = ReadonlyMap<string, readonly string[]>;

export interface PolicyStatement {
  readonly effect: 'Allow' | 'Deny';
  readonly actions?: readonly string[];
  readonly notActions?: readonly string[];
  readonly resources?: readonly string[];
  readonly notResources?: readonly string[];
  readonly principals?: Principals;
  readonly notPrincipals?: Principals;
  readonly conditions: readonly Condition[];
}

export interface Policy {
  /** How messages and entitlements call it. */
  readonly name: string;
  readonly statements: readonly PolicyStatement[];
  /** Whether `${…}` in it is a variable: only in documents of version 2012-10-17. */
  readonly hasVariables: boolean;
}

/** @returns undefined for what is no policy document: nothing is known of what it permits */
export function policyOf(name: string, document: unknown): Policy | undefined {
  const content = typeof document === 'string' ? parsedText(document) : document;
  const given = valueAt(content, 'Statement');
  if (typeof given !== 'object' || given === null) return undefined;
  const statements = (Array.isArray(given) ? given : [given]).map(statementOf);
  if (statements.includes(undefined)) return undefined;
  return {
    name,
    statements: statements as PolicyStatement[],
    hasVariables: valueAt(content, 'Version') === '2012-10-17',
  };
}

/** IAM percent-encodes documents (RFC 3986); Organizations and Identity Center do not. */
function parsedText(text: string): unknown {
  try {
    return JSON.parse(text.trimStart().startsWith('{') ? text : decodeURIComponent(text));
  } catch {
    return undefined;
  }
}

function statementOf(given: unknown): PolicyStatement | undefined {
  const effect = valueAt(given, 'Effect');
  if (effect !== 'Allow' && effect !== 'Deny') return undefined;
  const conditions = conditionsOf(valueAt(given, 'Condition'));
  const lists = ['Action', 'NotAction', 'Resource', 'NotResource'].map(name => optionalTexts(valueAt(given, name)));
  if (conditions === undefined || lists.includes(null)) return undefined;
  const [actions, notActions, resources, notResources] = lists as (string[] | undefined)[];
  const principals = principalsOf(valueAt(given, 'Principal'));
  const notPrincipals = principalsOf(valueAt(given, 'NotPrincipal'));
  return {
    ...{ effect, conditions },
    ...(actions && { actions }),
    ...(notActions && { notActions }),
    ...(resources && { resources }),
    ...(notResources && { notResources }),
    ...(principals && { principals }),
    ...(notPrincipals && { notPrincipals }),
  };
}

/** @returns undefined: absent; null: neither a text nor a list of texts */
function optionalTexts(value: unknown): string[] | undefined | null {
  if (value === undefined) return undefined;
  const list = Array.isArray(value) ? value : [value];
  return list.every(item => typeof item === 'string') ? list : null;
}

function conditionsOf(given: unknown): Condition[] | undefined {
  if (given === undefined) return [];
  if (typeof given !== 'object' || given === null) return undefined;
  return Object.entries(given).flatMap(([operator, keys]) =>
    Object.entries((keys ?? {}) as object).map(([key, value]) => ({ operator, key, values: scalarsOf(value) })),
  );
}

/** Documents write `true` as a boolean or as a text. */
function scalarsOf(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).map(item => (typeof item === 'string' ? item : String(item)));
}

function principalsOf(given: unknown): Principals | undefined {
  if (given === undefined) return undefined;
  if (typeof given === 'string') return new Map([['AWS', [given]]]);
  return new Map(
    Object.entries((given ?? {}) as object).map(([kind, value]) => [
      kind,
      typeof value === 'string' ? [value] : listAt({ value }, 'value').filter(item => typeof item === 'string'),
    ]),
  );
}
