// Texts in CSV that a spreadsheet would run as a formula (OWASP, CSV Injection).

/**
 * The characters that begin a formula for a spreadsheet: `=`, `+`, `-`, `@`, the same in full width, tab, carriage return, line
 * feed. Also the apostrophe itself: so a leading apostrophe in a cell was always added, and the rest is the text.
 */
export const formulaStarts: readonly string[] = [..."=+-@\t\r\n\uff1d\uff0b\uff0d\uff20'"];

/** The text with an apostrophe in front where it begins like a formula. Numbers are not formulas. */
export function withoutFormula(text: string): string {
  return formulaStarts.includes(text.charAt(0)) && Number.isNaN(Number(text)) ? `'${text}` : text;
}
