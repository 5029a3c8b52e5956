// Filters of SCIM (RFC 7644, section 3.4.2.2) as SQL. Names come from the declared attributes; values are bound parameters.
import { type Compare, type Filter, parse } from 'scim2-parse-filter';
import { ServiceError } from '../../errors.ts';
import { isoTimestamp } from '../../iso-time.ts';
import { attributeAt, partAt, type ScimAttribute, type ScimList, type ScimType, scimListAt } from './attributes.ts';

export interface ScimCondition {
  /** True or false, never NULL. */
  readonly sql: string;
  readonly values: Readonly<Record<string, string | boolean>>;
}

/** The most characters of a filter, and its most brackets: the parser calls itself for each. */
const longestFilter = 4000;
const mostBrackets = 100;

/** @throws ServiceError BAD_REQUEST for a filter that cannot be understood, or names what cannot be compared */
export function scimCondition(type: ScimType, filter: string | undefined): ScimCondition {
  if (filter === undefined) return { sql: 'true', values: {} };
  const values: Record<string, string | boolean> = {};
  const bind = (value: string | boolean) => {
    const name = `value${Object.keys(values).length}`;
    values[name] = value;
    return `$${name}`;
  };
  return { sql: conditionOf(type, parsed(filter), bind), values };
}

function parsed(filter: string): Filter {
  const brackets = filter.match(/[([]/g)?.length ?? 0;
  if (filter.length > longestFilter || brackets > mostBrackets) {
    throw refused(`has more than ${longestFilter} characters or ${mostBrackets} brackets`);
  }
  try {
    return parse(filter);
  } catch (error) {
    throw refused(`cannot be understood: ${(error as Error).message.slice(0, 200)}; ${operators}`);
  }
}

type Bind = (value: string | boolean) => string;

/** @param list the list whose values the filter is about, within its brackets */
function conditionOf(type: ScimType, filter: Filter, bind: Bind, list?: ScimList): string {
  switch (filter.op) {
    case 'and':
    case 'or':
      return `(${filter.filters.map(each => conditionOf(type, each, bind, list)).join(` ${filter.op} `)})`;
    case 'not':
      return `(NOT ${conditionOf(type, filter.filter, bind, list)})`;
    case '[]': {
      if (list) throw refused('has brackets within brackets');
      const named = scimListAt(type, filter.attrPath);
      return `(${named.any(conditionOf(type, filter.valFilter, bind, named))})`;
    }
    default: {
      const found = list ? { attribute: partAt(type, list, filter.attrPath) } : attributeAt(type, filter.attrPath);
      const condition = comparison(found.attribute, filter, bind);
      return 'list' in found && found.list ? `(${found.list.any(condition)})` : condition;
    }
  }
}

const orders = { gt: '>', ge: '>=', lt: '<', le: '<=' } as const;
const searches = { co: 'contains', sw: 'starts_with', ew: 'ends_with' } as const;
const operators = `operators are eq, ne, ${[...Object.keys(searches), ...Object.keys(orders)].join(', ')} and pr, joined by and, or, not and brackets`;

function comparison(attribute: ScimAttribute, filter: Compare | { readonly op: 'pr' }, bind: Bind): string {
  const { sql, kind } = attribute;
  if (filter.op === 'pr' || !('compValue' in filter)) {
    return kind === 'text' ? `(coalesce(${sql}, '') <> '')` : `(${sql} IS NOT NULL)`;
  }
  const { op, attrPath, compValue } = filter;
  if (compValue === null) {
    if (op === 'eq') return `(${sql} IS NULL)`;
    if (op === 'ne') return `(${sql} IS NOT NULL)`;
    throw refused(`compares ${attrPath} with null by ${op}; only eq and ne can`);
  }
  const [own, value] = operands(attribute, attrPath, compValue, bind);
  if (op === 'eq') return `(${own} IS NOT DISTINCT FROM ${value})`;
  if (op === 'ne') return `(${own} IS DISTINCT FROM ${value})`;
  if (kind === 'boolean')
    throw refused(`compares ${attrPath}, which is true or false, by ${op}; only eq, ne and pr can`);
  if (op in orders) return `coalesce(${own} ${orders[op as keyof typeof orders]} ${value}, false)`;
  if (kind === 'time')
    throw refused(
      `compares ${attrPath}, which is a time, by ${op}; only eq, ne, ${Object.keys(orders).join(', ')} and pr can`,
    );
  return `coalesce(${searches[op as keyof typeof searches]}(${own}, ${value}), false)`;
}

/** Both sides of a comparison, as SQL. */
function operands(
  { sql, kind, isExact }: ScimAttribute,
  path: string,
  given: string | number | boolean,
  bind: Bind,
): [own: string, value: string] {
  if (kind === 'boolean') {
    if (typeof given === 'boolean') return [sql, bind(given)];
    throw refused(`compares ${path}, which is true or false, with ${JSON.stringify(given)}`);
  }
  if (typeof given !== 'string') throw refused(`compares ${path} with ${given}, which is no text`);
  if (kind === 'time') {
    const moment = isoTimestamp(given);
    if (moment === undefined)
      throw refused(`compares ${path} with ${JSON.stringify(given)}, which is no time of ISO 8601`);
    return [sql, `CAST(${bind(moment)} AS TIMESTAMP)`];
  }
  // RFC 7643, section 2.2: text is compared without regard to case, unless its schema says otherwise.
  return isExact ? [sql, bind(given)] : [`lower(${sql})`, `lower(${bind(given)})`];
}

function refused(why: string): ServiceError {
  return new ServiceError('BAD_REQUEST', `filter: ${why}`, {
    details: { parameter: 'filter', scimType: 'invalidFilter' },
  });
}
