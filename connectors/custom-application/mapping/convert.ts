// Converts the text of a cell or of the mapping to a value of the field's type. Text fields keep blanks; for all other types the
// text is trimmed first.
import { ExactNumber, isExact, isWhole, parseExactly } from '../../../src/connector/exact-json.ts';
import { flagOfValue } from '../../../src/connector/flags.ts';
import { DateFormatError, dateParser } from './dates.ts';
import { describeType, type FieldType } from './field-type.ts';

/** The text does not fit the type. Callers put the name of the field before the message. */
export class ConversionError extends Error {
  /** What is wrong, without the text itself: the same for all texts with this fault. */
  readonly fault: string;
  constructor(fault: string, text?: string) {
    super(text === undefined ? fault : `\`${text.length > 60 ? `${text.slice(0, 60)}…` : text}\` ${fault}`);
    this.fault = fault;
  }
}

export type Converter = (text: string) => unknown;

export interface ConversionOptions {
  /** Format of timestamps, see {@link dateParser}. */
  readonly format?: string | undefined;
  readonly zone?: string | undefined;
  /** The text is JSON. */
  readonly json?: boolean | undefined;
  /**
   * An enumeration with `Unknown` accepts unlisted values, and an e-mail field accepts texts that are not addresses. The service
   * replaces these values and keeps the raw ones.
   */
  readonly open?: boolean | undefined;
}

type SchemaType = Extract<FieldType, { schema: unknown }>;

/** Throws {@link DateFormatError} when format or zone are wrong. The returned converter throws {@link ConversionError}. */
export function converter(type: FieldType, options: ConversionOptions = {}): Converter {
  if (options.json) return text => fromJson(text, type);
  switch (type.kind) {
    case 'any':
      return text => text;
    case 'text':
      return textConverter(type, options.open);
    case 'flag':
      return text => flagOfValue(text) ?? refuse(text, type);
    case 'number':
      return text => toNumber(text, type);
    case 'timestamp':
      return timestampConverter(options);
    case 'enumeration':
      return enumerationConverter(type, options.open);
    case 'list': {
      const element = converter(type.of, options);
      return text => [element(text)];
    }
    case 'object':
      return text => refuse(text, type);
  }
}

function refuse(text: string, type: FieldType): never {
  throw new ConversionError(`is not ${describeType(type)}`, text);
}

function textConverter(type: SchemaType, open = false): Converter {
  const definition = type.schema.def as { format?: string; checks?: unknown[] };
  if (!definition.format && !definition.checks?.length) return text => text;
  if (open && definition.format === 'email') return text => text.trim();
  return text => {
    const value = definition.format ? text.trim() : text;
    const result = type.schema.safeParse(value);
    if (result.success) return result.data;
    throw new ConversionError(`does not fit: ${result.error.issues[0]?.message}`, value);
  };
}

function toNumber(text: string, type: SchemaType): number {
  const trimmed = text.trim();
  const value = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(trimmed) ? Number(trimmed) : Number.NaN;
  const result = type.schema.safeParse(value);
  if (!result.success) return refuse(text, type);
  if (isWhole(trimmed) && !isExact(trimmed)) throw new ConversionError(tooLong, trimmed);
  return value;
}

function timestampConverter({ format, zone }: ConversionOptions): Converter {
  const parse = dateParser(format, zone);
  return text => {
    const trimmed = text.trim();
    try {
      return parse(trimmed).toISOString();
    } catch (error) {
      if (!(error instanceof DateFormatError)) throw error;
      throw new ConversionError(error.message, trimmed);
    }
  };
}

/** Matches without regard to case, blanks, hyphens and underscores: `access_control` is `AccessControl`. */
function enumerationConverter(type: Extract<FieldType, { kind: 'enumeration' }>, open = false): Converter {
  const plain = (word: string) => word.toLowerCase().replace(/[\s_-]/g, '');
  const values = new Map(type.values.flatMap(value => [[value, value] as const, [plain(value), value] as const]));
  return text =>
    values.get(text) ?? values.get(plain(text)) ?? (open && values.has('unknown') ? text.trim() : refuse(text, type));
}

function fromJson(text: string, type: FieldType): unknown {
  let value: unknown;
  try {
    value = withNumbers(parseExactly(text));
  } catch (error) {
    if (error instanceof ConversionError) throw error;
    throw new ConversionError('is not JSON', text);
  }
  const mismatch = misfit(value, type);
  if (mismatch) throw new ConversionError(mismatch);
  return value;
}

const tooLong = 'has more digits than a number can keep; write it as text, in quotes';

/** Fractions are rounded, because they measure something. Whole numbers may be ids, and two ids must not become one. */
function withNumbers(value: unknown): unknown {
  if (value instanceof ExactNumber) {
    if (value.isWhole) throw new ConversionError(tooLong, String(value));
    return Number(value);
  }
  if (Array.isArray(value)) return value.map(withNumbers);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withNumbers(member)]));
}

/** Why a JSON value does not fit the type; undefined when it does. */
function misfit(value: unknown, type: FieldType, path = ''): string | undefined {
  const at = path ? ` at \`${path}\`` : '';
  switch (type.kind) {
    case 'list':
      if (!Array.isArray(value)) return `the JSON${at} is not a list`;
      return first(value.map((element, index) => misfit(element, type.of, `${path}[${index}]`)));
    case 'object': {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return `the JSON${at} is not an object`;
      return first(
        Object.entries(value).map(([name, field]) => {
          const inner = Object.hasOwn(type.fields, name) ? type.fields[name] : undefined;
          if (!inner) return `the JSON${at} has \`${name}\`; the fields are ${Object.keys(type.fields).join(', ')}`;
          return misfit(field, inner, path ? `${path}.${name}` : name);
        }),
      );
    }
    case 'enumeration':
      return type.values.includes(value as string) ? undefined : `the JSON${at} is not ${describeType(type)}`;
    default:
      return type.schema.safeParse(value).success ? undefined : `the JSON${at} is not ${describeType(type)}`;
  }
}

function first(messages: (string | undefined)[]): string | undefined {
  return messages.find(message => message !== undefined);
}
