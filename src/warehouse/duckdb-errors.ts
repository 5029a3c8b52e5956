// Reads the type of DuckDB's errors.

/** The form of DuckDB's messages with the setting `errors_as_json`. */
export interface EngineError {
  readonly exception_type: string;
  readonly exception_message: string;
  readonly error_subtype?: string;
  readonly name?: string;
  readonly type?: string;
  readonly position?: string;
}

/** The type when memory, or the space for spilling, is not enough. */
export const outOfMemory = 'Out of Memory';

/**
 * Read DuckDB's message; undefined when it is none. It is JSON, or JSON after `Parser Error: `. When the text of an error begins with
 * a brace, as in `error('{')`, DuckDB mistakes it for JSON and sends it unchanged after `Invalid Input Error: `. Without
 * `errors_as_json` it is a text after the type: `Out of Memory Error: `.
 */
export function engineErrorOf(error: unknown): EngineError | undefined {
  const message = error instanceof Error ? error.message : '';
  const [, type, text] = /^(?:([A-Z][A-Za-z ]*) Error: )?(.*)$/s.exec(message)!;
  const found = parsed(text!);
  if (found && (type === undefined || type === found.exception_type)) return found;
  return type === undefined ? undefined : { exception_type: type, exception_message: text! };
}

/**
 * Whether DuckDB had too little memory. Builds and exports do without `errors_as_json`, because operators read their messages; there
 * the type comes from the beginning of the message.
 */
export function isOutOfMemory(error: unknown): boolean {
  return engineErrorOf(error)?.exception_type === outOfMemory;
}

function parsed(text: string): EngineError | undefined {
  try {
    const found = JSON.parse(text);
    const isError = typeof found.exception_type === 'string' && typeof found.exception_message === 'string';
    return isError ? found : undefined;
  } catch {
    return undefined;
  }
}
