// Whether a file of XML has a token (text, tag, comment, CDATA or processing instruction) that is too long for the parser of workbooks.
// It gets a sheet in pieces, looks through an unfinished token again with each of them, and makes the pieces smaller when one takes
// long: a tag of 10 MB keeps it for a minute, until its stack overflows.

/** The most bytes of a token. A cell of Excel has at most 32,767 characters. */
export const longestTokenBytes = 1024 * 1024;

export function hasLongToken(xml: Buffer): boolean {
  for (let at = 0; at < xml.length; ) {
    const end = tokenEnd(xml, at);
    if (end - at > longestTokenBytes) return true;
    at = end;
  }
  return false;
}

const [lessThan, greaterThan, doubleQuote, quote, exclamation, question] = Buffer.from(`<>"'!?`);
/** Tokens that end with a text of their own (XML 1.0, sections 2.5 to 2.7). */
const delimited = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const;

function tokenEnd(xml: Buffer, at: number): number {
  if (xml[at] !== lessThan) return textEnd(xml, at);
  if (xml[at + 1] !== exclamation && xml[at + 1] !== question) return tagEnd(xml, at);
  const start = xml.toString('latin1', at, at + 9);
  const known = delimited.find(([opening]) => start.startsWith(opening));
  if (!known) return tagEnd(xml, at);
  const found = xml.indexOf(known[1], at);
  return found < 0 ? xml.length : found + known[1].length;
}

// Most texts are short, so a loop is faster than a search.
function textEnd(xml: Buffer, start: number): number {
  let at = start;
  while (at < xml.length && xml[at] !== lessThan) at++;
  return at;
}

/** A `>` in a quoted value ends no tag. */
function tagEnd(xml: Buffer, start: number): number {
  for (let at = start + 1; at < xml.length; at++) {
    const byte = xml[at]!;
    if (byte === greaterThan) return at + 1;
    if (byte !== doubleQuote && byte !== quote) continue;
    const closing = xml.indexOf(byte, at + 1);
    if (closing > 0) at = closing;
  }
  return xml.length;
}
