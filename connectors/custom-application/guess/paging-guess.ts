// Guesses from the first answer of a list how its other pages are asked for. A guess is tried before it is written.
import { scalarText } from '../../../src/connector/exact-json.ts';
import { nextFromLinkHeader } from '../../../src/connector/http/paging.ts';
import type { HttpAnswer } from '../../../src/connector/http/request.ts';
import { type PathStep, parsePath, valueAtPath } from '../mapping/json-path.ts';
import { pathsOf } from '../rows/json/json-columns.ts';
import { plain } from './names.ts';

/** A pagination as the description says it, as plain texts. */
export type GuessedPaging = Readonly<Record<string, unknown>>;

/** Names that APIs commonly give the parameter of a cursor. */
const cursorParameters = [
  'cursor',
  'after',
  'page_token',
  'pageToken',
  'next',
  'next_token',
  'starting_after',
  'continuation',
  'marker',
];

interface ScalarOfAnswer {
  readonly path: string;
  /** The last member, in plain words. */
  readonly label: string;
  readonly text: string;
}

/** The single values of an answer beside its rows. */
function scalarsOf({ body }: HttpAnswer, items: string | undefined): ScalarOfAnswer[] {
  if (items === undefined) return [];
  return pathsOf(body)
    .filter(path => !path.includes('[]') && !path.startsWith(`${items}.`))
    .map(path => {
      const text = scalarText(valueAtPath(body, parsePath(path) as readonly PathStep[])) ?? '';
      return { path, label: plain(/([^."\]]+)"?\]?$/.exec(path)?.[1] ?? path), text };
    });
}

/** The number of all rows, where the answer states it. */
export const totalPathOf = (answer: HttpAnswer, items: string | undefined): string | undefined =>
  scalarsOf(answer, items).find(
    ({ label, text }) => /^(total( ?(count|results|records|items|size))?|count)$/.test(label) && /^\d+$/.test(text),
  )?.path;

/** Ways of pagination that the answer suggests, the likeliest first. */
export function pagingCandidates(answer: HttpAnswer, items: string | undefined, rows: number): GuessedPaging[] {
  const found: GuessedPaging[] = [];
  if (nextFromLinkHeader(answer.headers.link, answer.url) !== undefined) found.push({ link: true });
  const scalars = scalarsOf(answer, items).filter(({ text }) => text !== '');
  const isAddress = (text: string) => /^(https?:\/\/|\/|\?)/.test(text);
  for (const { path, text } of scalars) if (/next/i.test(path) && isAddress(text)) found.push({ next: path });
  for (const { path, label, text } of scalars) {
    if (
      isAddress(text) ||
      !/(next|cursor|continuation|marker|after|page token)/.test(`${plain(path)} ${label}`) ||
      /^(true|false)$/.test(text)
    )
      continue;
    const own = path.replace(/^.*\./, '').replace(/^next_?/i, '');
    const names = [
      ...new Set([...(/^\w+$/.test(own) ? [own.charAt(0).toLowerCase() + own.slice(1)] : []), ...cursorParameters]),
    ];
    for (const parameter of names) found.push({ cursor: { path, parameter } });
  }
  if (found.length > 0 || rows === 0) return found;
  const { searchParams } = answer.url;
  for (const parameter of ['offset', 'skip', 'start'])
    if (searchParams.has(parameter) || items !== undefined || rows >= 10) found.push({ offset: { parameter } });
  for (const parameter of ['page', 'page_number', 'p']) found.push({ page: { parameter } });
  return found;
}
