// Why a query is refused: the reasons for the caller, with the place in the text that the caller wrote.

export const reasonCodes = [
  'SYNTAX_ERROR',
  'MUTATION_NOT_ALLOWED',
  'MULTIPLE_STATEMENTS',
  'UNKNOWN_TABLE',
  'UNKNOWN_COLUMN',
  'FUNCTION_NOT_ALLOWED',
  'TYPE_ERROR',
  'MISSING_PARAMETER',
  'UNKNOWN_PARAMETER',
  'ENGINE_FAILED',
] as const;

export type ReasonCode = (typeof reasonCodes)[number];

/** The resource that a query used too much of. */
export type LimitName = 'time' | 'memory' | 'disk' | 'result';

export interface Reason {
  readonly code: ReasonCode;
  readonly message: string;
}

/** Plain data, because it travels between processes. */
export interface RefusalData {
  readonly reasons: readonly Reason[];
  /** 1-based; columns count characters. */
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  readonly hint?: string | undefined;
  /** Set when the query broke a limit instead of a rule. */
  readonly limit?: LimitName | undefined;
}

export class Refusal extends Error {
  readonly data: RefusalData;
  /** @param options the engine's error as `cause`, when the refusal reports one */
  constructor(data: RefusalData, options?: ErrorOptions) {
    super(data.reasons[0]?.message ?? `the query needs too much ${data.limit}`, options);
    this.name = 'Refusal';
    this.data = data;
  }
}

export interface Place {
  readonly line: number;
  readonly column: number;
}

/** A refusal for one reason, with its place in the text that the caller wrote. */
export function refuse(code: ReasonCode, message: string, place: Place | undefined, hint?: string): Refusal {
  return new Refusal({ reasons: [{ code, message }], ...place, hint });
}

/** Line and column of an offset in UTF-16 units. CR LF, LF and CR each end a line. */
export function placeAt(text: string, offset: number): Place {
  const before = text.slice(0, offset);
  const lines = before.split(/\r\n|\n|\r/);
  return { line: lines.length, column: [...lines.at(-1)!].length + 1 };
}

/** Convert an offset in bytes of UTF-8 to UTF-16 units. */
export function fromBytes(text: string, bytes: number): number {
  return Buffer.from(text).subarray(0, bytes).toString().length;
}

/** Convert an offset in characters (code points) to UTF-16 units. */
export function fromCharacters(text: string, characters: number): number {
  return [...text].slice(0, characters).join('').length;
}
