// Values that a field cannot hold, in records that are valid otherwise. They do not reject the record: an enumeration becomes
// `Unknown`, an e-mail address is left out, and `profileMetadata` keeps the raw value where the resource has that field.
import type { Gap, SourceRecord } from '../../connector/contract.ts';
import type { Resource } from '../../resources/define.ts';
import { emailFields, enumerationsWithUnknown } from '../../resources/json-schema.ts';
import { emailPattern } from '../../resources/types/scalars.ts';

/** A value that was left out of its field because it is not an e-mail address. */
export interface LeftOut {
  readonly field: string;
  readonly value: string;
}

interface RawValue {
  readonly name: string;
  readonly type: 'string' | 'array_string';
  readonly value: string | readonly string[];
}

/** @returns a copy of the record with only values that its fields can hold, and the e-mail addresses that were left out */
export function replaceUnusable(
  resource: Resource,
  record: SourceRecord,
): { record: SourceRecord; leftOut: readonly LeftOut[] } {
  const usable: SourceRecord = { ...record };
  const addresses = leaveOutAddresses(resource, usable);
  const raw = [...mapUnknownValues(resource, usable), ...addresses];
  if (raw.length > 0 && 'profileMetadata' in resource.fields) {
    usable.profileMetadata = [...((record.profileMetadata as unknown[]) ?? []), ...raw];
  }
  const leftOut = addresses.flatMap(({ name: field, value }) => [value].flat().map(value => ({ field, value })));
  return { record: usable, leftOut };
}

/** Set `Unknown` where an enumeration lacks the value. */
function mapUnknownValues(resource: Resource, record: SourceRecord): RawValue[] {
  const raw: RawValue[] = [];
  for (const [field, values] of Object.entries(enumerationsWithUnknown(resource))) {
    const value = record[field];
    if (typeof value !== 'string' || values.includes(value)) continue;
    record[field] = 'Unknown';
    raw.push({ name: field, type: 'string', value });
  }
  return raw;
}

/** Remove texts that are not e-mail addresses from the fields for e-mail addresses. */
function leaveOutAddresses(resource: Resource, record: SourceRecord): RawValue[] {
  const raw: RawValue[] = [];
  for (const { name, isList } of emailFields(resource)) {
    const value = record[name];
    if (isList && Array.isArray(value)) {
      const { wrong = [], right = [] } = Object.groupBy(value, each => (isNoAddress(each) ? 'wrong' : 'right'));
      if (wrong.length === 0) continue;
      record[name] = right;
      raw.push({ name, type: 'array_string', value: wrong });
    } else if (!isList && isNoAddress(value)) {
      delete record[name];
      raw.push({ name, type: 'string', value });
    }
  }
  return raw;
}

// A value that is not text is a mistake of the connector. Validation reports it.
function isNoAddress(value: unknown): value is string {
  return typeof value === 'string' && !emailPattern.test(value);
}

/** Warnings that one read may write to the ledger. */
const mostWarnings = 100;
const shownCharacters = 80;

export interface Warnings {
  note(leftOut: readonly LeftOut[]): void;
  /** One warning per field for the values that were noted since the last call. */
  take(): Gap[];
}

export function createWarnings({ type }: Resource): Warnings {
  let noted = new Map<string, { count: number; first: string }>();
  let remaining = mostWarnings;
  return {
    note(leftOut) {
      for (const { field, value } of leftOut) {
        const former = noted.get(field);
        if (former) former.count += 1;
        else noted.set(field, { count: 1, first: value });
      }
    },
    take() {
      const warnings = [...noted].slice(0, remaining).map(([field, { count, first }]): Gap => {
        const shown = JSON.stringify(first.slice(0, shownCharacters));
        const message =
          count === 1
            ? `${shown} is not an e-mail address`
            : `${count} values are not e-mail addresses, such as ${shown}`;
        return {
          reason: 'unsupported',
          subject: `${type}.${field}`,
          message: `${message}; left out`,
          missing: 'fields',
        };
      });
      remaining -= warnings.length;
      noted = new Map();
      return warnings;
    },
  };
}
