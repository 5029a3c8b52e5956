// The types of a result's columns as texts. Results and models name them alike.
import {
  DuckDBArrayType,
  DuckDBListType,
  DuckDBMapType,
  type DuckDBResult,
  DuckDBStructType,
  type DuckDBType,
  DuckDBUnionType,
} from '@duckdb/node-api';

export interface Column {
  readonly name: string;
  readonly type: string;
}

export function columnsOf(result: DuckDBResult): Column[] {
  const types = result.columnTypes();
  return result.columnNames().map((name, index) => ({ name, type: typeText(types[index]!) }));
}

/** The type in SQL. A type with a name of its own, such as JSON, has this name at every depth; the client's text forgets it. */
function typeText(type: DuckDBType): string {
  if (type.alias !== undefined) return type.alias;
  if (type instanceof DuckDBStructType) return `STRUCT(${members(type.entryNames, type.entryTypes)})`;
  if (type instanceof DuckDBUnionType) return `UNION(${members(type.memberTags, type.memberTypes)})`;
  if (type instanceof DuckDBMapType) return `MAP(${typeText(type.keyType)}, ${typeText(type.valueType)})`;
  if (type instanceof DuckDBListType) return `${typeText(type.valueType)}[]`;
  if (type instanceof DuckDBArrayType) return `${typeText(type.valueType)}[${type.length}]`;
  return String(type);
}

function members(names: readonly string[], types: readonly DuckDBType[]): string {
  return names.map((name, index) => `"${name.replaceAll('"', '""')}" ${typeText(types[index]!)}`).join(', ');
}
