// Finds the format of a column of dates.
import { dateParser } from '../mapping/dates.ts';

const dates = ['yyyy-MM-dd', 'yyyy/MM/dd', 'M/d/yyyy', 'd/M/yyyy', 'd.M.yyyy', 'd-M-yyyy', 'd MMM yyyy', 'MMM d, yyyy'];
const times = ['', ' HH:mm:ss', ' HH:mm', ' H:mm', ' H:mm:ss', ' h:mm:ss a', ' h:mm a', ', h:mm:ss a', ', h:mm a'];
const zoned = ['yyyy-MM-dd HH:mm:ss z', 'yyyy-MM-dd HH:mm:ss XXX', 'EEE, d MMM yyyy HH:mm:ss z'];
const formats = ['iso', ...dates.flatMap(date => times.map(time => date + time)), ...zoned];

export interface DateGuess {
  readonly format: string;
  /** Texts that are no date, at most three of them: they seem to mean that there is none. */
  readonly nulls: readonly string[];
  /** Another format that fits too. The texts do not show which of the two is right. */
  readonly alternative?: string;
}

/** The format that most texts have; undefined when more than three different texts have another one. */
export function guessDateFormat(texts: readonly string[]): DateGuess | undefined {
  const distinct = [...new Set(texts)].slice(0, 300);
  const fitting = formats.flatMap(format => {
    const parse = dateParser(format);
    const nulls = distinct.filter(text => !parses(parse, text));
    return nulls.length <= 3 && nulls.length < distinct.length ? [{ format, nulls }] : [];
  });
  if (fitting.length === 0) return epoch(distinct);
  const fewest = Math.min(...fitting.map(({ nulls }) => nulls.length));
  const [first, ...others] = fitting.filter(({ nulls }) => nulls.length === fewest);
  // Only the order of day and month is a real alternative.
  const swapped = others.find(({ format }) => format.startsWith('d/M/') && first!.format.startsWith('M/d/'));
  return { ...first!, ...(swapped && { alternative: swapped.format }) };
}

function epoch(texts: readonly string[]): DateGuess | undefined {
  if (texts.length === 0 || !texts.every(text => /^\d{10}(\d{3})?$/.test(text))) return undefined;
  return { format: texts[0]!.length === 10 ? 'epoch-seconds' : 'epoch-millis', nulls: [] };
}

function parses(parse: (text: string) => Date, text: string): boolean {
  try {
    parse(text);
    return true;
  } catch {
    return false;
  }
}
