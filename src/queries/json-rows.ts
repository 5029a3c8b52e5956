// Renders rows of a result as JSON: numbers where JSON can hold them exactly, timestamps as ISO 8601 in UTC, lists as arrays,
// structs as objects, and everything else as DuckDB's text.
import {
  type DuckDBArrayType,
  DuckDBArrayValue,
  type DuckDBDataChunk,
  DuckDBDecimalValue,
  type DuckDBListType,
  DuckDBListValue,
  type DuckDBMapType,
  DuckDBMapValue,
  type DuckDBStructType,
  DuckDBStructValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  type DuckDBType,
  type DuckDBValue,
} from '@duckdb/node-api';
import { parseExactly } from '../connector/exact-json.ts';
import '../warehouse/whole-text.ts';
import { refuse } from './refusal.ts';

/** What `JSON.stringify` takes. */
type Json = unknown;

/** Up to `count` rows of a chunk from `start` on, each as the text of a JSON array. */
export function jsonRows(chunk: DuckDBDataChunk, types: readonly DuckDBType[], start: number, count: number): string[] {
  const rows: string[] = [];
  const end = Math.min(chunk.rowCount, start + count);
  for (let row = start; row < end; row += 1) {
    rows.push(rowText(chunk.getRowValues(row).map((value, column) => [value, types[column]!] as const)));
  }
  return rows;
}

/** @throws Refusal for a value that is nested more deeply than JavaScript can follow */
function rowText(values: readonly (readonly [DuckDBValue, DuckDBType])[]): string {
  try {
    return JSON.stringify(values.map(([value, type]) => toJson(value, type)));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const message = 'a value of the result is nested too deeply to be shown as JSON; cast it to VARCHAR';
    throw refuse('TYPE_ERROR', message, undefined);
  }
}

/**
 * The names of the columns whose values hold a row without names (`row(1, 2)`), of which JSON would lose all but one.
 * @param names of the columns with these types
 */
export function columnsOfUnnamedRows(types: readonly DuckDBType[], names: readonly string[]): string[] {
  return names.filter((_, column) => holdsUnnamedRow(types[column]!));
}

/** What types of nested values have. */
interface NestedTypes {
  readonly entryNames: readonly string[];
  readonly entryTypes: readonly DuckDBType[];
  readonly valueType: DuckDBType;
  readonly keyType: DuckDBType;
}

function holdsUnnamedRow(type: DuckDBType): boolean {
  const { entryNames, entryTypes, valueType, keyType } = type as DuckDBType & Partial<NestedTypes>;
  if (entryNames && new Set(entryNames).size < entryNames.length) return true;
  return [...(entryTypes ?? []), valueType, keyType].some(inner => inner !== undefined && holdsUnnamedRow(inner));
}

/** A value in JSON; values that JSON cannot express become DuckDB's text. */
export function toJson(value: DuckDBValue, type: DuckDBType): Json {
  switch (typeof value) {
    case 'bigint':
      // Beyond 2^53 a JSON number would lose digits in most readers.
      return value <= Number.MAX_SAFE_INTEGER && value >= Number.MIN_SAFE_INTEGER ? Number(value) : String(value);
    case 'number':
      return Number.isFinite(value) ? value : String(value);
    case 'string':
      return type.alias === 'JSON' ? parsed(value) : value;
    case 'boolean':
      return value;
  }
  if (value === null) return null;
  if (value instanceof DuckDBTimestampValue) return isoTimestamp(String(value));
  if (value instanceof DuckDBTimestampTZValue) return isoTimestamp(String(new DuckDBTimestampValue(value.micros)));
  if (value instanceof DuckDBDecimalValue) return exactNumber(String(value));
  if (value instanceof DuckDBListValue || value instanceof DuckDBArrayValue) {
    const { valueType } = type as DuckDBListType | DuckDBArrayType;
    return value.items.map(item => toJson(item, valueType));
  }
  if (value instanceof DuckDBStructValue) {
    const { entryNames, entryTypes } = type as DuckDBStructType;
    return Object.fromEntries(
      entryNames.map((name, index) => [name, toJson(value.entries[name]!, entryTypes[index]!)]),
    );
  }
  if (value instanceof DuckDBMapValue) {
    const { keyType, valueType } = type as DuckDBMapType;
    return value.entries.map(entry => ({ key: toJson(entry.key, keyType), value: toJson(entry.value, valueType) }));
  }
  return String(value);
}

function isoTimestamp(text: string): string {
  return /^\d{4,}-/.test(text) ? `${text.replace(' ', 'T')}Z` : text;
}

/** A JSON number when that keeps every digit, otherwise the text. */
function exactNumber(text: string): number | string {
  const significant = text.replace(/^-?0*\.?0*/, '').replace('.', '');
  return significant.length <= 15 ? Number(text) : text;
}

/** Embed a value of the type JSON, with all digits of its numbers; text that is not valid JSON stays text. */
function parsed(text: string): Json {
  try {
    return parseExactly(text);
  } catch {
    return text;
  }
}
