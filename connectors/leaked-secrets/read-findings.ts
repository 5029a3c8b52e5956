// Reads the findings of files: JSON lines, or lists of JSON. Findings of the same secret become one.
import type { Gap, Rejection } from '../../src/connector/contract.ts';
import { type ImportFile, refuseImport } from '../../src/connector/files/file-set.ts';
import { listElements } from '../../src/connector/files/json-elements.ts';
import { textLines } from '../../src/connector/files/text-lines.ts';
import { textAt } from '../../src/connector/json-values.ts';
import { type FindingState, findingOf, type SecretFinding } from './findings.ts';

const mostLineBytes = 16 * 1024 * 1024;
/** Places of a secret that are named; the others are counted. */
const mostPlaces = 20;

export interface LeakedSecret {
  readonly id: string;
  readonly kind: string;
  readonly state: FindingState;
  readonly identifiers: ReadonlySet<string>;
  readonly places: readonly string[];
  readonly findings: number;
  readonly foundDate: string | undefined;
}

export interface LeakedSecrets {
  readonly secrets: ReadonlyMap<string, LeakedSecret>;
  readonly gaps: readonly Gap[];
  readonly rejected: readonly Rejection[];
}

export async function readLeakedSecrets(files: readonly ImportFile[]): Promise<LeakedSecrets> {
  const secrets = new Map<string, LeakedSecret>();
  const gaps: Gap[] = [];
  const rejected: Rejection[] = [];
  for (const file of files) {
    let isEmpty = true;
    for await (const { place, value } of itemsOf(file)) {
      isEmpty = false;
      // A line of the scanner's own log, and the lists within a list of pages.
      for (const item of Array.isArray(value) ? value : value === undefined ? [] : [value]) {
        if (textAt(item, 'level') !== undefined && textAt(item, 'msg') !== undefined) continue;
        const finding = findingOf(item);
        // What cannot be understood may be a secret, so it is not shown.
        if (finding === undefined)
          rejected.push({ place, reasons: ['is neither a finding of TruffleHog nor an alert of GitHub'] });
        else secrets.set(finding.id, withFinding(secrets.get(finding.id), finding));
      }
    }
    if (isEmpty) gaps.push(emptyFile(file.name));
  }
  return { secrets, gaps, rejected };
}

const emptyFile = (subject: string): Gap => ({
  ...{ reason: 'failed', subject, missing: 'objects' },
  message: 'is empty: the scanner found nothing, or failed; write [] into it where nothing was found',
});

const states: readonly FindingState[] = ['open', 'unverified', 'resolved', 'revoked'];

function withFinding(known: LeakedSecret | undefined, finding: SecretFinding): LeakedSecret {
  const { id, kind, state, identifiers, place, foundDate } = finding;
  const places = new Set(known?.places);
  if (place !== undefined && places.size < mostPlaces) places.add(place);
  const dates = [known?.foundDate, foundDate].filter(date => date !== undefined);
  return {
    ...{ id, kind: known?.kind ?? kind, findings: (known?.findings ?? 0) + 1 },
    // A secret that works somewhere is open, whatever others say of it.
    state: states.find(each => each === state || each === known?.state)!,
    identifiers: new Set([...(known?.identifiers ?? []), ...identifiers]),
    places: [...places],
    foundDate: dates.toSorted((one, other) => Date.parse(one) - Date.parse(other))[0],
  };
}

/** `value` is undefined for the end of a list that has no element. */
async function* itemsOf(file: ImportFile): AsyncGenerator<{ place: string; value: unknown }> {
  if (await isList(file)) {
    for await (const part of listElements(file.read(), file.name, undefined)) {
      yield 'rest' in part ? { place: file.name, value: undefined } : part;
    }
    return;
  }
  for await (const { number, bytes, isOpen } of textLines(file.read(), mostLineBytes)) {
    const place = `${file.name}:${number}`;
    if (bytes === undefined) refuseImport(place, `has more than ${mostLineBytes} bytes`, 'see what is in the file');
    const text = bytes.toString('utf8').trim();
    if (text === '') continue;
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      const remedy = 'let the scanner write JSON (`--json`), and its messages elsewhere';
      refuseImport(place, isOpen ? 'is cut off' : 'is not JSON', isOpen ? 'copy or make the file again' : remedy);
    }
    yield { place, value: typeof value === 'object' && value !== null ? value : {} };
  }
}

async function isList(file: ImportFile): Promise<boolean> {
  for await (const chunk of file.read()) {
    const text = chunk
      .toString('utf8')
      .replace(/^\uFEFF/, '')
      .trimStart();
    if (text !== '') return text.startsWith('[');
  }
  return false;
}
