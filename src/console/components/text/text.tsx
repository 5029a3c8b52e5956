// Texts that come from sources: hostile until proven otherwise. They are isolated from the text around them, and cut where they are long.
import { Fragment, type ReactNode, useState } from 'react';
import { codePointName, invisibleCharacter } from '../../../invisible-characters.ts';
import styles from './text.module.css';

/** Longer texts are cut; the whole text is one click away. */
const shownCharacters = 160;
/** A text that is a little longer is shown whole: to cut it would save nothing. */
const wholeCharacters = 240;

/**
 * A text from a source. `<bdi>` keeps right-to-left marks from turning the text around it.
 * @param line show one line, cut by the width of its place; the whole text is its tooltip
 */
export function Text({ children, line = false }: { readonly children: string; readonly line?: boolean }): ReactNode {
  const [isWhole, setWhole] = useState(false);
  if (line) {
    const shown = cut(children);
    return (
      <bdi className={styles.line} title={shown}>
        <Marked>{shown}</Marked>
      </bdi>
    );
  }
  if (children.length <= wholeCharacters)
    return (
      <bdi className={styles.text}>
        <Marked>{children}</Marked>
      </bdi>
    );
  return (
    <span className={styles.text}>
      <bdi>
        <Marked>{isWhole ? children : cut(children)}</Marked>
      </bdi>{' '}
      <button type="button" className={styles.more} onClick={() => setWhole(!isWhole)}>
        {isWhole ? 'Show less' : `Show all ${children.length.toLocaleString()} characters`}
      </button>
    </span>
  );
}

/** A text with the codes of its invisible characters in their places. Line breaks and tabs are as in the text. */
function Marked({ children }: { readonly children: string }): ReactNode {
  const marks = [...children.matchAll(invisibleCharacter)].filter(({ 0: character }) => !'\r\n\t'.includes(character));
  if (marks.length === 0) return <Broken>{children}</Broken>;
  const ends = [...marks.map(({ index }) => index), children.length];
  return [
    <Broken key="start">{children.slice(0, ends[0])}</Broken>,
    ...marks.flatMap(({ 0: character, index }, place) => [
      <mark key={index} className={styles.invisible} title="A character that is not seen">
        {codePointName(character)}
      </mark>,
      <Broken key={`after ${index}`}>{children.slice(index + character.length, ends[place + 1])}</Broken>,
    ]),
  ];
}

/** Shorter words fit into any place. */
const longWord = /\S{12,}/g;
const betweenPieces = /(?<=[@._:,/\\-])(?![@._:,/\\-])/g;

/** A text whose addresses and identifiers break between their pieces, `nina.|tanaka@|example.|org`, where their place is too narrow. */
function Broken({ children }: { readonly children: string }): ReactNode {
  const ends = [...children.matchAll(longWord)].flatMap(({ 0: word, index: start }) =>
    [...word.matchAll(betweenPieces)].filter(({ index }) => index < word.length).map(({ index }) => start + index),
  );
  if (ends.length === 0) return children;
  return [0, ...ends].map((start, place) => (
    <Fragment key={start}>
      {start > 0 && <wbr />}
      {children.slice(start, ends[place])}
    </Fragment>
  ));
}

/** Cut between characters as readers see them, not inside an emoji. */
function cut(text: string): string {
  if (text.length <= shownCharacters) return text;
  const window = text.slice(0, shownCharacters * 4);
  const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(window);
  let end = 0;
  for (const { index, segment } of graphemes) {
    if (index + segment.length > shownCharacters) break;
    end = index + segment.length;
  }
  return `${text.slice(0, end || shownCharacters)}…`;
}
