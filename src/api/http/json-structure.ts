// What is wrong with the structure of a JSON text, found before it is parsed.

/** Maximum nesting of arrays and objects. No request of the interface needs a quarter of this. */
const mostLevels = 32;

/**
 * Whether a text is nested too deeply, or has an object with two members of one name: parsers take the first, the last or both
 * (RFC 8259, section 4). A text that is not JSON may have neither.
 * @returns what is wrong, for messages
 */
export function structureProblem(text: string): string | undefined {
  /** The names of the members of each object that is open; undefined for an array. */
  const open: (Set<string> | undefined)[] = [];
  /** Whether a string that begins here is the name of a member. */
  let isName = false;
  for (let at = 0; at < text.length; at += 1) {
    switch (text[at]) {
      case '"': {
        const end = endOfString(text, at);
        const names = open.at(-1);
        if (isName && names) {
          const name = nameOf(text.slice(at, end + 1));
          if (names.has(name)) return `has the member ${JSON.stringify(name.slice(0, 60))} twice in one object`;
          names.add(name);
        }
        isName = false;
        at = end;
        break;
      }
      case '{':
      case '[':
        isName = text[at] === '{';
        open.push(isName ? new Set() : undefined);
        if (open.length > mostLevels) return `is nested deeper than ${mostLevels} levels`;
        break;
      case '}':
      case ']':
        open.pop();
        isName = false;
        break;
      case ',':
        isName = open.at(-1) !== undefined;
    }
  }
  return undefined;
}

/** The index of the quotation mark that ends a string. @param start index of the one that begins it */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at;
  }
  return text.length;
}

/** The name in a string of JSON, whose characters may be escaped. */
function nameOf(string: string): string {
  try {
    return JSON.parse(string) as string;
  } catch {
    return string;
  }
}
