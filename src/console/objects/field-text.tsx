import type { ReactNode } from 'react';
import type { DescribedField } from '../api/fields.ts';
import { Count, Unknown } from '../components/text/number.tsx';
import { Text } from '../components/text/text.tsx';
import { Value } from '../components/text/value.tsx';

interface FieldTextProps {
  readonly format: DescribedField['format'];
  readonly children: unknown;
  /** Show one line, for the cell of a table. */
  readonly line?: boolean;
}

/** A value of a field in the form that the registry declares for it. */
export function FieldText({ format, children: value, line = false }: FieldTextProps): ReactNode {
  if (format === 'e-mail' && isInvented(value)) return <Unknown />;
  if (format === 'days' && typeof value === 'number') {
    return (
      <>
        <Count>{value}</Count> {value === 1 ? 'day' : 'days'}
      </>
    );
  }
  if (format === 'choice' && typeof value === 'string') return <Text line={line}>{choiceWords(value)}</Text>;
  if (format === 'choice' && Array.isArray(value)) {
    return <Text line={line}>{value.map(each => choiceWords(String(each))).join(', ')}</Text>;
  }
  return <Value line={line}>{value}</Value>;
}

/** The same for a cell of a CSV file: words as the table shows them, and lists of texts as one text. */
export function savedField(format: DescribedField['format'], value: unknown): unknown {
  const words = (each: unknown) => (format === 'choice' && typeof each === 'string' ? choiceWords(each) : each);
  if (!Array.isArray(value)) return words(value);
  return value.every(each => typeof each === 'string') ? value.map(words).join(', ') : value;
}

/** Choices of the interface for which readers have another word. */
const readersWords: Readonly<Record<string, string>> = { Suppressed: 'Accepted' };

/** A choice of the interface as words: "Personal access token" for `PersonalAccessToken`, "OAuth grant" for `OAuthGrant`. */
export function choiceWords(choice: string): string {
  const known = Object.hasOwn(readersWords, choice) ? readersWords[choice] : undefined;
  if (known !== undefined) return known;
  const words = choice.split(/_|(?<=[a-z\d])(?=[A-Z])/).map(word => (word === 'Api' ? 'API' : word));
  return words.map((word, index) => (index === 0 || /[A-Z]/.test(word.slice(1)) ? word : word.toLowerCase())).join(' ');
}

/** The service makes an address that ends in `.invalid` (RFC 2606) where a source has none. Nobody can be reached there. */
export const isInvented = (value: unknown): boolean => typeof value === 'string' && /\.invalid$/i.test(value);

/** An address that people can write to; undefined for one that the service has made. */
export const realEmail = (email: string | undefined | null): string | undefined =>
  email && !isInvented(email) ? email : undefined;
