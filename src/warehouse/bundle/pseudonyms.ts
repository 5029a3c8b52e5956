// Replaces words, long numbers and addresses in texts by pseudonyms, so that data can leave the house and a build of them behaves the same.
// Equal words get equal pseudonyms, in any case of letters and in every field, and different words get different ones: what had the same id,
// the same address or the same name still has. First letters, case, separators and lengths of numbers stay.
import { createHmac } from 'node:crypto';

export interface Pseudonyms {
  text(text: string): string;
  /** One value of JSON as text. Its strings get pseudonyms; names of members, numbers and the layout stay. */
  json(text: string): string;
}

/** UUIDs and times stay; they are no words. Otherwise an e-mail or IPv4 address, a number with separators, or a word. */
const parts =
  /(?<mail>[\p{L}\p{M}\d._%+'-]{1,64}@[\p{L}\p{M}\d.-]{1,255})|(?<stays>(?<![\da-f])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\da-f])|\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?)|(?<address>(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.]))|(?<number>\d[\d ()/.-]{5,60}\d)|(?<word>[\p{L}\p{M}]+)/giu;
const literals = /"((?:[^"\\]|\\.)*)"(?=(\s*:)?)/g;

/** Numbers with fewer digits are counts, ports and the like. */
const fewestDigits = 7;
const syllables = 6;
const [consonants, vowels] = ['bcdfghjklmnpqrstvwxyz', 'aeiou'];
const mostRemembered = 100_000;

/** @param key with the same key, the same words get the same pseudonyms @param stays whether a word, in small letters, is not replaced in a text, or in an e-mail address */
export function createPseudonyms(key: Buffer, stays: (word: string, isInMail: boolean) => boolean): Pseudonyms {
  const digest = (text: string) => createHmac('sha256', key).update(text).digest();
  const remembered = new Map<string, string>();

  function pseudonym(word: string, isInMail: boolean): string {
    const lower = word.toLowerCase();
    if (lower.length === 1 || stays(lower, isInMail)) return word;
    const made = remembered.get(lower) ?? invented(lower, digest);
    if (remembered.size >= mostRemembered) remembered.clear();
    remembered.set(lower, made);
    return likeCase(word, made);
  }

  const replaced = (whole: string, groups: Groups, isInMail: boolean): string => {
    if (groups['mail'] !== undefined) return words(whole.replace('@', ' @ '), true).replace(' @ ', '@');
    if (groups['word'] !== undefined) return pseudonym(whole, isInMail);
    if (groups['address'] !== undefined) return otherAddress(whole, digest);
    return groups['number'] === undefined ? whole : otherNumber(whole, digest);
  };
  const words = (given: string, isInMail: boolean): string =>
    given.replaceAll(parts, (whole, ...rest) => replaced(whole, rest.at(-1) as Groups, isInMail));
  const text = (given: string) => words(given, false);
  return {
    text,
    json: given =>
      given.replaceAll(literals, (whole, _inner, colon: string | undefined) =>
        colon === undefined ? JSON.stringify(text(JSON.parse(whole))) : whole,
      ),
  };
}

type Groups = Readonly<Record<string, string | undefined>>;
type Digest = (text: string) => Buffer;

/** The first letter and six syllables: more than 10^12 words, so that two words of a deployment practically never share one. */
function invented(word: string, digest: Digest): string {
  let made = [...word][0]!;
  for (let block = 0; made.length < Math.max(word.length, 2 * syllables + 1); block++) {
    const bytes = digest(`word ${block} ${word}`);
    for (let at = 0; at < syllables; at++)
      made += consonants[bytes.readUInt16LE(4 * at) % consonants.length]! + vowels[bytes.readUInt16LE(4 * at + 2) % 5]!;
  }
  return made;
}

function likeCase(word: string, made: string): string {
  const isUpper = (letter: string | undefined) => letter !== undefined && letter !== letter.toLowerCase();
  if ([...word].every(isUpper)) return made.toUpperCase();
  return [...made].map((letter, at) => (isUpper(word[at]) ? letter.toUpperCase() : letter)).join('');
}

/** Another number with as many digits: a Feistel cipher on both halves, so no two numbers get the same one. */
function otherNumber(text: string, digest: Digest): string {
  const digits = text.replaceAll(/\D/g, '');
  if (digits.length < fewestDigits) return text;
  const middle = digits.length >> 1;
  const halves = [digits.slice(0, middle), digits.slice(middle)];
  for (let round = 0; round < 6; round++) {
    const [own, other] = [halves[round % 2]!, halves[(round + 1) % 2]!];
    const added = digest(`digits ${digits.length} ${round} ${other}`).readBigUInt64LE();
    const sum = (BigInt(own) + added) % 10n ** BigInt(own.length);
    halves[round % 2] = String(sum).padStart(own.length, '0');
  }
  const made = halves.join('');
  let at = 0;
  return text.replaceAll(/\d/g, () => made[at++]!);
}

/** Addresses of one network stay in one network. */
function otherAddress(text: string, digest: Digest): string {
  const bytes = text.split('.');
  if (bytes.some(byte => Number(byte) > 255)) return text;
  return bytes
    .map((byte, at) => (Number(byte) + digest(`address ${bytes.slice(0, at).map(Number).join('.')}`)[0]!) % 256)
    .join('.');
}
