// JSON without rounded numbers. A number of JSON can have any number of digits, and one of JavaScript has about 16: read as such, two
// ids beyond 2^53 become one (RFC 8259, section 6).

/** `JSON.rawJSON` and the source text of a reviver, which the type declarations of this TypeScript do not have yet. */
const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown };
type Reviver = (this: unknown, name: string, value: unknown, context: { readonly source?: string }) => unknown;
const parseWith = JSON.parse as (text: string, reviver: Reviver) => unknown;

/**
 * A number of JSON that no JavaScript number is equal to. As text (`String(id)`, `${id}`) it has all its digits, and
 * `JSON.stringify` writes it as the source did. Nothing takes it for a number, so it is never rounded.
 */
export class ExactNumber {
  /** As the source wrote it. */
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
  /** Whether it has no fraction, as ids have none. */
  get isWhole(): boolean {
    return isWhole(this.source);
  }
  toString(): string {
    return plainDigits(this.source) ?? this.source;
  }
  toJSON(): unknown {
    return rawJSON(this.source);
  }
}

/** A number that may need more digits than a JavaScript number has. Most texts have none, and are parsed several times faster. */
const mayBeInexact = /(?:^|[:,[])\s*-?(?:[\d.]{16}|[\d.]+e)/i;

/**
 * `JSON.parse`, with an {@link ExactNumber} in place of each number that would be rounded.
 * @throws SyntaxError
 */
export function parseExactly(text: string): unknown {
  if (!mayBeInexact.test(text)) return JSON.parse(text);
  return parseWith(text, (_name, value, { source }) =>
    typeof value === 'number' && source !== undefined && !isExact(source) ? new ExactNumber(source) : value,
  );
}

/** Text, or a number with all its digits as text; undefined for anything else. */
export function scalarText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || value instanceof ExactNumber ? String(value) : undefined;
}

/** Whether a JavaScript number has the same value as this decimal number, and is written with all its digits. */
export function isExact(decimal: string): boolean {
  const text = String(Number(decimal));
  const [asked, read] = [decimalOf(decimal), decimalOf(text)];
  if (!asked || !read || asked.digits !== read.digits || asked.exponent !== read.exponent) return false;
  return asked.exponent < 0 || !text.includes('e');
}

/** Whether a decimal number has no fraction. */
export function isWhole(decimal: string): boolean {
  return (decimalOf(decimal)?.exponent ?? -1) >= 0;
}

interface Decimal {
  readonly sign: string;
  /** Without zeros at both ends; the value is digits × 10^exponent. */
  readonly digits: string;
  readonly exponent: number;
}

function decimalOf(text: string): Decimal | undefined {
  const parts = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i.exec(text.trim());
  if (!parts) return undefined;
  const [, sign, whole = '', fraction = '', power = '0'] = parts;
  const all = `${whole}${fraction}`.replace(/^0+/, '');
  if (all === '') return { sign: '', digits: '0', exponent: 0 };
  const digits = all.replace(/0+$/, '');
  return {
    sign: sign === '-' ? '-' : '',
    digits,
    exponent: Number(power) - fraction.length + all.length - digits.length,
  };
}

/** Longer numbers stay as they are written. */
const mostDigits = 100;

/** A whole number without exponent and fraction, so that `1.0e2` and `100` are the same id; undefined when it is none. */
function plainDigits(text: string): string | undefined {
  const decimal = decimalOf(text);
  if (!decimal || decimal.exponent < 0 || decimal.digits.length + decimal.exponent > mostDigits) return undefined;
  return `${decimal.sign}${decimal.digits}${'0'.repeat(decimal.exponent)}`;
}
