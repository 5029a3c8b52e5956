// The legend of a picture of a graph: what colours and lines mean, in the words of the page.
import { tokenColour } from '../../../style/token-colour.ts';
import { pixelsOf } from './labels.ts';

/** What the colours of boxes stand for. */
export const boxWords = {
  Account: 'account',
  Container: 'group, role, permission set',
  Object: 'what is reached',
} as const;

interface Sample {
  readonly text: string;
  readonly colour: string;
  /** Corners of a box in pixels; absent: a line. */
  readonly corner?: number;
  /** Of a line, as in SVG: pixels that are drawn and left out. */
  readonly dashes?: readonly [number, number];
}

/** A sample and its text: the sample is `sampleWidth` wide and `lineHeight` high with its text behind it. */
export interface PlacedSample extends Sample {
  readonly x: number;
  /** The middle of the line. */
  readonly y: number;
}

export const sampleWidth = 28;
export const sampleHeight = 16;
const lineHeight = 24;
const beforeText = 6;
const between = 18;
export const textOffset = sampleWidth + beforeText;

const samples = (): Sample[] => [
  { text: boxWords.Account, colour: tokenColour('--info-ground'), corner: sampleHeight / 2 },
  { text: boxWords.Container, colour: tokenColour('--warning-ground'), corner: 4 },
  { text: boxWords.Object, colour: tokenColour('--good-ground'), corner: 0 },
  { text: 'grant', colour: tokenColour('--accent') },
  { text: 'membership', colour: tokenColour('--border-strong') },
  { text: 'contains', colour: tokenColour('--border-strong'), dashes: [2, 3] },
  { text: 'denied', colour: tokenColour('--bad'), dashes: [6, 3] },
];

/** The samples in as many lines as the width asks for, from 0, 0 on, in pixels. @param room the width of the picture; the widest sample needs its own */
export function placeLegend(room: number): {
  readonly samples: readonly PlacedSample[];
  readonly width: number;
  readonly height: number;
} {
  const placed: PlacedSample[] = [];
  let [x, line, width] = [0, 0, 0];
  for (const sample of samples()) {
    const needed = textOffset + Math.ceil(pixelsOf(sample.text));
    if (x > 0 && x + needed > room) [x, line] = [0, line + 1];
    placed.push({ ...sample, x, y: (line + 0.5) * lineHeight });
    width = Math.max(width, x + needed);
    x += needed + between;
  }
  return { samples: placed, width, height: (line + 1) * lineHeight };
}
