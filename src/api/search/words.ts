// The words of a text to search for. They are made like those of the objects (src/warehouse/building/search.ts).

/** The most words that count. */
const mostWords = 4;

/** Lowercase and without accents, as `strip_accents(lower(nfc_normalize(text)))` of DuckDB. */
export function folded(text: string): string {
  const lower = text.normalize('NFC').toLowerCase();
  return lower.normalize('NFD').replaceAll(/\p{M}/gu, '').normalize('NFC');
}

/** Runs of letters and runs of digits, each once. Of what looks like an e-mail address, only those before the last `@`. */
export function searchedWords(text: string): string[] {
  const at = text.lastIndexOf('@');
  const named = at > 0 ? text.slice(0, at) : text;
  return [...new Set(folded(named).match(/[\p{L}\p{M}]+|\p{N}+/gu))].slice(0, mostWords);
}

/** The end of the range of words that begin with this one. For a single letter from a to z, the range holds only the letter itself. */
export function wordRangeEnd(word: string): string {
  return `${word}${/^[a-z]$/.test(word) ? '\u0001' : '\u{10FFFF}'}`;
}

export function isNumber(word: string): boolean {
  return /^\p{N}/u.test(word);
}

/** A bit for each letter from a to z that a word has. */
export function lettersOf(word: string): number {
  return [...word].reduce(
    (bits, letter) => (/[a-z]/.test(letter) ? bits | (1 << (letter.charCodeAt(0) - 97)) : bits),
    0,
  );
}
