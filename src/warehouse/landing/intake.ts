// Checks each record from a connector against its resource's landing schema, before it is landed. Records that break the schema
// are rejected with the reasons; they never stop a run.
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Gap, SourceRecord } from '../../connector/contract.ts';
import { landableFields, type Resource } from '../../resources/define.ts';
import { landingSchema, requiredDefaults } from '../../resources/json-schema.ts';
import { timestampPaths } from '../columns.ts';
import { createWarnings, type LeftOut, replaceUnusable } from './unusable-values.ts';

/** Bytes of JSON that one record may have. */
export const maxRecordBytes = 4 * 1024 * 1024;

export type Intake = (record: SourceRecord) => { json: string } | { reasons: string[] };

export interface RecordIntake {
  accept: Intake;
  /** Field → how many accepted records lacked it and get the documented default when they are landed. */
  readonly filled: Record<string, number>;
  /** Warnings about values that were left out of records since the last call. */
  takeWarnings(): Gap[];
  /** Whether all accepted records have different ids. Also false when there were too many records to remember their ids. */
  areDistinct(): boolean;
}

/** An intake for the records of one resource. `accept` is the hot path of every extraction. */
export function createIntake(resource: Resource): RecordIntake {
  let validate: ValidateFunction | undefined;
  const defaults = Object.keys(requiredDefaults(resource));
  const timestamps = timestampPaths(landableFields(resource));
  const filled: Record<string, number> = {};
  const warnings = createWarnings(resource);
  const ids = createDistinctIds();
  const countDefaults = (record: SourceRecord) => {
    for (const field of defaults) if (record[field] === undefined) filled[field] = (filled[field] ?? 0) + 1;
  };

  const accept: Intake = record => {
    // Compiling takes some ten milliseconds, and many reads bring no record.
    validate ??= compile(resource);
    let accepted = record;
    let leftOut: readonly LeftOut[] = [];
    if (!validate(record)) {
      ({ record: accepted, leftOut } = replaceUnusable(resource, withoutNulls(record) as SourceRecord));
      if (!validate(accepted)) return { reasons: (validate.errors ?? []).map(describe) };
    }
    if (namesOffset(accepted, timestamps)) accepted = inUtc(accepted, timestamps);
    let json = JSON.stringify(accepted);
    if (json.includes(zeroTime)) {
      accepted = withoutZeroTimes(accepted, timestamps);
      json = JSON.stringify(accepted);
    }
    if (json.length > maxRecordBytes) return { reasons: [`is larger than ${maxRecordBytes} bytes`] };
    if (json.includes('\\ud') && loneSurrogate.test(json))
      return { reasons: ['contains text that is not valid Unicode (a lone surrogate)'] };
    countDefaults(accepted);
    ids.add(accepted.id);
    warnings.note(leftOut);
    return { json };
  };
  return { accept, filled, takeWarnings: warnings.take, areDistinct: ids.areDistinct };
}

/** How a timestamp begins that means "never": the zero value of Go and .NET. */
const zeroTime = '"0001-01-01T00:00:00';

function withoutZeroTimes(record: SourceRecord, paths: readonly string[][]): SourceRecord {
  const copy = structuredClone(record);
  for (const path of paths) {
    const holder = valueAt(copy, path.slice(0, -1)) as Record<string, unknown> | undefined;
    const name = path.at(-1)!;
    if (typeof holder?.[name] === 'string' && `"${holder[name]}`.startsWith(zeroTime)) delete holder[name];
  }
  return copy;
}

/** More ids than this are left to DuckDB. For fewer, a statement takes longer than remembering them. */
const mostRememberedIds = 2_000;

function createDistinctIds() {
  const seen = new Set<string>();
  let distinct = true;
  return {
    add(id: string) {
      if (!distinct) return;
      distinct = !seen.has(id) && seen.size < mostRememberedIds;
      seen.add(id);
      if (!distinct) seen.clear();
    },
    areDistinct: () => distinct,
  };
}

// JSON.stringify escapes only lone surrogates as \udXXX. A backslash in the text itself is escaped as two.
const loneSurrogate = /(?<!\\)(?:\\\\)*\\ud[89a-f]/;

function valueAt(record: unknown, path: readonly string[]): unknown {
  return path.reduce((value, name) => (value as Record<string, unknown> | undefined)?.[name], record);
}

function namesOffset(record: SourceRecord, paths: readonly string[][]): boolean {
  return paths.some(path => {
    const value = valueAt(record, path);
    return typeof value === 'string' && !value.endsWith('Z');
  });
}

/** Convert timestamps with an offset to UTC, in which they are stored. */
function inUtc(record: SourceRecord, paths: readonly string[][]): SourceRecord {
  const copy = structuredClone(record);
  for (const path of paths) {
    const holder = valueAt(copy, path.slice(0, -1)) as Record<string, unknown> | undefined;
    const name = path.at(-1)!;
    const value = holder?.[name];
    if (typeof value === 'string') holder![name] = new Date(value).toISOString();
  }
  return copy;
}

// The meta-schema and the optimizer are left out: both take longer than compiling a schema without them, and the tests compile
// every landing schema with the meta-schema.
const ajv = new Ajv2020({
  strict: true,
  verbose: true,
  allowUnionTypes: true,
  meta: false,
  validateSchema: false,
  code: { optimize: false },
});
addFormats.default(ajv);
const validators = new WeakMap<Resource, ValidateFunction>();

function compile(resource: Resource): ValidateFunction {
  let validate = validators.get(resource);
  if (!validate) {
    validate = ajv.compile(landingSchema(resource));
    validators.set(resource, validate);
  }
  return validate;
}

/** A field that is `null` means the same as an absent one. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (value === null || typeof value !== 'object' || value.constructor !== Object) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== null && member !== undefined)
      .map(([name, member]) => [name, withoutNulls(member)]),
  );
}

function describe(error: ErrorObject): string {
  const field = error.instancePath.slice(1).replaceAll('/', '.') || 'record';
  switch (error.keyword) {
    case 'additionalProperties':
      return `${field}: has no field ${JSON.stringify(error.params.additionalProperty)}`;
    case 'required':
      return `${error.params.missingProperty}: is required`;
    case 'enum':
      return `${field}: ${show(error.data)} is none of ${(error.params.allowedValues as string[]).join(', ')}`;
    default:
      return `${field}: ${show(error.data)} ${error.message}`;
  }
}

function show(value: unknown): string {
  const json = JSON.stringify(value) ?? String(value);
  return json.length > 80 ? `${json.slice(0, 77)}…` : json;
}
