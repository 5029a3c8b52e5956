// Parses filters and sorts of the command line into the form of the API.
import { OperatorError } from '../../errors.ts';
import type { ExportColumn, ExportContext } from '../../exports/context-file.ts';
import { type Filter, type FilterType, type FilterValue, unknownField } from '../../exports/filters.ts';
import type { Sort } from '../../exports/sorts.ts';

const signs: Readonly<Record<string, FilterType>> = {
  '=': 'eq',
  '!=': 'ne',
  '>': 'gt',
  '>=': 'gte',
  '<': 'lt',
  '<=': 'lte',
  '~': 'matches',
};
const ofLists: readonly string[] = ['in', 'notIn', 'between'];

/**
 * `enabled=true`, `createdDate>=2026-01-01`, `name~^svc-`, or any operator by its name: `type:in=User,Token`, `email:isNull`.
 * The service checks operators and values.
 * @throws OperatorError when the text is not a filter, or the context has no such field
 */
export function parseFilter(context: ExportContext, text: string): Filter {
  const match = /^(\w+)(?::(\w+)(?:=(.*))?|(!=|>=|<=|=|>|<|~)(.*))$/s.exec(text);
  if (!match) {
    throw new OperatorError(
      `--filter ${text}: must be field=value, with =, !=, >, >=, <, <= or ~, or field:operator=value,value`,
    );
  }
  const [, field, operator, listed, sign, single] = match;
  const column = columnOf(context, field!, `--filter ${text}`);
  const filterType = (operator ?? signs[sign!]) as FilterType;
  const given = single ?? listed;
  const texts = given === undefined ? [] : ofLists.includes(filterType) ? given.split(',') : [given];
  return {
    dataType: column.dataType,
    field: field!,
    filterType,
    values: texts.map(value => (filterType === 'last' ? value : typedValue(column, value))),
  };
}

/** `name` or `name:desc`. @throws OperatorError */
export function parseSort(context: ExportContext, text: string): Sort {
  const [, field, sortType = 'asc'] = /^(\w+)(?::(asc|desc))?$/.exec(text) ?? [];
  if (field === undefined) throw new OperatorError(`--sort ${text}: must be field, field:asc or field:desc`);
  columnOf(context, field, `--sort ${text}`);
  return { field, sortType: sortType as Sort['sortType'] };
}

function columnOf(context: ExportContext, field: string, place: string): ExportColumn {
  const column = context.columns.find(({ name }) => name === field);
  if (!column) throw new OperatorError(`${place}: ${unknownField(context, field)}`);
  return column;
}

/** Convert a value to the field's type. A text that does not fit stays text; the service then explains the error. */
function typedValue({ dataType }: ExportColumn, text: string): FilterValue {
  if (dataType === 'boolean' && /^(true|false)$/.test(text)) return text === 'true';
  if (dataType === 'number' && text.trim() !== '' && Number.isFinite(Number(text))) return Number(text);
  return text;
}
