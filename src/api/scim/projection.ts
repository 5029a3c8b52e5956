// Which attributes of a resource an answer has (RFC 7644, section 3.9).
import { wrongParameter } from '../http/parameter-error.ts';

export interface Projection {
  /** The resource with the attributes that were asked for. */
  apply(resource: Readonly<Record<string, unknown>>): object;
  /** Whether an answer has an attribute, or a part of it. */
  has(attribute: string): boolean;
}

/** They are always there (RFC 7643, section 3.1). */
const always = ['schemas', 'id'];

/** @throws ServiceError BAD_REQUEST when both are given */
export function projectionOf(attributes: string | undefined, excluded: string | undefined): Projection {
  if (attributes !== undefined && excluded !== undefined) {
    throw wrongParameter('excludedAttributes', 'attributes is given too; a request takes one of them');
  }
  const paths = (attributes ?? excluded ?? '').split(',').map(path => path.trim().toLowerCase());
  const named = paths.filter(path => path !== '');
  if (attributes !== undefined) {
    return {
      apply: resource => chosen(resource, named, ''),
      has: name => named.some(path => new RegExp(`(^|:)${name}($|\\.)`, 'i').test(path)),
    };
  }
  return {
    apply: resource => (named.length === 0 ? resource : without(resource, named, '')),
    has: name => !named.includes(name.toLowerCase()),
  };
}

/** The names of a member: itself, its path, and for attributes of the core schema the path after its URI. */
function namesOf(name: string, above: string): string[] {
  const own = name.toLowerCase();
  if (above === '')
    return [
      own,
      `urn:ietf:params:scim:schemas:core:2.0:user:${own}`,
      `urn:ietf:params:scim:schemas:core:2.0:group:${own}`,
    ];
  return above.startsWith('urn:') && !above.includes('core:2.0') ? [`${above}:${own}`] : [`${above}.${own}`];
}

function chosen(value: unknown, paths: readonly string[], above: string): object {
  const entries = Object.entries(value as object).flatMap(([name, member]): [string, unknown][] => {
    const own = namesOf(name, above);
    if ((above === '' && always.includes(name)) || own.some(path => paths.includes(path))) return [[name, member]];
    const isWithin = own.some(path => paths.some(each => each.startsWith(`${path}.`) || each.startsWith(`${path}:`)));
    return isWithin ? [[name, inner(member, each => chosen(each, paths, own[0]!))]] : [];
  });
  return Object.fromEntries(entries);
}

function without(value: unknown, paths: readonly string[], above: string): object {
  const entries = Object.entries(value as object).flatMap(([name, member]): [string, unknown][] => {
    const own = namesOf(name, above);
    if (above === '' && always.includes(name)) return [[name, member]];
    if (own.some(path => paths.includes(path))) return [];
    const isObject = typeof member === 'object' && member !== null;
    return [[name, isObject ? inner(member, each => without(each, paths, own[0]!)) : member]];
  });
  return Object.fromEntries(entries);
}

/** Apply to an object, or to each object of a list. */
function inner(member: unknown, apply: (each: unknown) => object): unknown {
  const each = (value: unknown) => (typeof value === 'object' && value !== null ? apply(value) : value);
  return Array.isArray(member) ? member.map(each) : each(member);
}
