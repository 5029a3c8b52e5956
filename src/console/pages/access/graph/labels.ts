// What the box of a node says: its name, cut in the middle where no box has room for it, so that names that end differently stay apart.

/** The look of labels (look.ts). The ends of a graph are bold, so all are measured bold. */
export const labelFont = { pixels: 12, family: 'system-ui, sans-serif' } as const;
const narrowestBox = 170;
const widestBox = 270;
/** Pixels of a box beside its label. */
const aroundLabel = 22;
/** No box has room for more characters of the beginning or the end of a name. */
const longestPart = 60;

export interface Label {
  readonly text: string;
  /** Pixels of the box around it. */
  readonly width: number;
}

export function labelOf(name: string): Label {
  const text = shortened(name);
  return { text, width: Math.min(widestBox, Math.max(narrowestBox, Math.ceil(pixelsOf(text)) + aroundLabel)) };
}

/** A canvas and a tooltip have no <bdi>, so characters that turn or hide the text around them are replaced by a dot. */
export const printable = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '\u00b7');

/** `arn:aws:iam::…/deploy-prod` */
function shortened(name: string): string {
  const whole = name.length <= 2 * longestPart ? printable(name) : undefined;
  if (whole !== undefined && isFitting(whole)) return whole;
  // The innermost character of a part can be half of one.
  const head = charactersOf(name.slice(0, longestPart)).slice(0, -1);
  const tail = charactersOf(name.slice(-longestPart)).slice(1);
  const cut = (left: number) =>
    `${head.slice(0, Math.floor(left / 2)).join('')}…${tail.slice(-Math.ceil(left / 2)).join('')}`;
  let [fits, most] = [2, 2 * Math.min(head.length, tail.length)];
  while (fits < most) {
    const middle = Math.ceil((fits + most) / 2);
    if (isFitting(cut(middle))) fits = middle;
    else most = middle - 1;
  }
  return cut(fits);
}

const isFitting = (text: string): boolean => pixelsOf(text) <= widestBox - aroundLabel;

/** As readers see them. */
const charactersOf = (text: string): string[] =>
  [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(printable(text))].map(
    ({ segment }) => segment,
  );

let measure: CanvasRenderingContext2D | undefined;

/** The width of a text in bold. */
export function pixelsOf(text: string): number {
  measure ??= document.createElement('canvas').getContext('2d')!;
  measure.font = `bold ${labelFont.pixels}px ${labelFont.family}`;
  return measure.measureText(text).width;
}
