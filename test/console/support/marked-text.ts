import { codePointName, invisibleCharacter } from '../../../src/invisible-characters.ts';

/** A text as the console shows it: invisible characters by their codes, line breaks and tabs as they are. */
export const markedText = (text: string) =>
  text.replaceAll(invisibleCharacter, character =>
    '\r\n\t'.includes(character) ? character : codePointName(character),
  );
