// Characters that a reader does not see, or that turn the text around them. In a name, they hide a difference or feign another name
// (Unicode Technical Report 36, Security Considerations).

/**
 * A joiner belongs to an emoji made of several, and to scripts whose letters it connects. Elsewhere it is invisible.
 */
const joined = String.raw`[\p{Extended_Pictographic}\p{Emoji_Modifier}\u{FE0F}\p{scx=Arab}\p{scx=Syrc}\p{scx=Mong}\p{scx=Deva}\p{scx=Beng}\p{scx=Gujr}\p{scx=Guru}\p{scx=Knda}\p{scx=Mlym}\p{scx=Orya}\p{scx=Sinh}\p{scx=Taml}\p{scx=Telu}]`;

/** Control characters, those of formatting and direction, separators of lines, half characters, and letters without a form. */
const unseen = String.raw`[[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u{34F}\u{115F}\u{1160}\u{17B4}\u{17B5}\u{2800}\u{3164}\u{FFA0}]--[\u{200C}\u{200D}]]`;

const pattern = String.raw`${unseen}|(?<!${joined})[\u{200C}\u{200D}]|[\u{200C}\u{200D}](?!${joined})`;

/** Matches each invisible character of a line; line breaks and tabs are such characters. Global. */
export const invisibleCharacter = new RegExp(pattern, 'gv');

/** The code of a character, as Unicode writes it: `U+202E`. */
export function codePointName(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** A line with the codes of its invisible characters, such as `<U+202E>`, in their places. */
export function withCodes(line: string): string {
  return line.replaceAll(invisibleCharacter, character => `<${codePointName(character)}>`);
}
