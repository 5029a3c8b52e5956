// Whether a line of a sudoers file continues in the next one. Blanks and a carriage return may stand between the backslash and
// the line feed, unless sudo's scanner reads the backslash as an escape in a word (the tokens of toke.l in sudo 1.9.13).

/**
 * The text before the backslash that continues a line; undefined when the line is not continued. An even number of backslashes
 * are escaped backslashes.
 * @param before The end of the lines that this line continues.
 */
export function beforeContinuation(before: string, content: string): string | undefined {
  const match = /(^|[^\\])((?:\\\\)*)\\([ \t]*\r?)$/.exec(content);
  if (!match) return undefined;
  const after = match[3]!;
  const rest = content.slice(0, content.length - after.length - 1);
  return after === '' || !escapes(wordAtEnd(before + rest), after[0]!) ? rest : undefined;
}

/** The part of a continued line that is checked again with each further line. The limit bounds the time for a hostile file. */
export function recentText(text: string): string {
  return text.slice(-2_000);
}

type Word = 'none' | 'name' | 'path' | 'setting';

/** Whether a backslash at the end of a word takes the next character as part of the word. */
function escapes(word: Word, next: string): boolean {
  if (word === 'name') return next !== '\t';
  if (word === 'setting') return next !== '\r';
  return word === 'path';
}

/** The kind of word in which a text ends. Arguments, quoted text and the names of settings are `none`: a backslash escapes nothing there. */
function wordAtEnd(text: string): Word {
  if (text === '' || /[ \t,:=!()>"]$/.test(text) || isInQuotes(text)) return 'none';
  const defaults = /^[ \t]*Defaults(?:[@:>!](?:[ \t]*,[ \t]*|\\.|[^ \t\\,])*)?(?<![ \t,])[ \t]+(?=[^ \t,])(.*)$/.exec(
    text,
  )?.[1];
  if (defaults !== undefined) return /=/.test(defaults.slice(defaults.lastIndexOf(',') + 1)) ? 'setting' : 'none';
  const last = /(?:\\.|[^\\,:])*$/.exec(text)![0].replace(/\b(?:CWD|CHROOT)[ \t]*=[ \t]*\S+[ \t]/g, '');
  const command = /(?:^|[ \t=)!])(\/(?:\\.|[^ \t\\=])*|sudoedit|\^.*\$)(.*)$/.exec(last);
  if (command && command[2] !== '') return 'none';
  return command?.[1]?.startsWith('/') ? 'path' : 'name';
}

function isInQuotes(text: string): boolean {
  return (text.replace(/\\./g, '').split('"').length - 1) % 2 === 1;
}
