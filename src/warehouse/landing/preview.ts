// The first records of a source as they would be landed, without landing anything.
import type { CheckWatch, Connector, ConnectorContext, Page, SourceRecord } from '../../connector/contract.ts';
import { resourceOf } from '../../resources/registry.ts';
import { createIntake, type RecordIntake } from './intake.ts';

export interface TypePreview {
  readonly type: string;
  readonly rows: readonly unknown[];
  readonly rejected: readonly { place: string; reasons: readonly string[] }[];
  readonly gaps: readonly { subject: string; message: string }[];
  /** What the rows come from, for example `users.csv`. Absent when only the first rows of the type were read. */
  readonly from?: string;
  /** Where this is described, for example `config/forge.yaml:4:5`. */
  readonly place?: string;
  readonly counts?: {
    readonly mapped: number;
    readonly rejected: number;
    readonly leftOut: number;
    readonly repeated: number;
  };
}

/** Rejections that are shown for each type. */
const shownRejections = 5;

/** A page may have no record of its own, such as one that says what was not read. */
const mostPages = 5;

type Rejected = TypePreview['rejected'][number];

function takenOf(page: Page, intake: RecordIntake): { accepted: unknown[]; rejected: Rejected[] } {
  const taken = page.records.map((record, index) => ({
    result: intake.accept(record),
    place: page.place?.(index) ?? record.id,
  }));
  return {
    accepted: taken.flatMap(({ result }) => ('json' in result ? [JSON.parse(result.json)] : [])),
    rejected: [
      ...(page.rejected ?? []),
      ...taken.flatMap(({ result, place }) => ('reasons' in result ? [{ place, reasons: result.reasons }] : [])),
    ],
  };
}

/** Read the first page with records of each type. @param rows how many records of it to show */
export async function preview(
  connector: Connector,
  client: unknown,
  rows: number,
  { signal }: Pick<ConnectorContext, 'signal'>,
): Promise<TypePreview[]> {
  const previews: TypePreview[] = [];
  for (const read of connector.reads(client)) {
    const intake = intakeOf(read.lands);
    const [accepted, rejected, gaps]: [unknown[], Rejected[], { subject: string; message: string }[]] = [[], [], []];
    let pages = 0;
    for await (const page of read.pages(client, undefined)) {
      signal.throwIfAborted();
      const taken = takenOf(page, intake);
      accepted.push(...taken.accepted);
      rejected.push(...taken.rejected);
      gaps.push(...(page.gaps ?? []), ...intake.takeWarnings());
      pages += 1;
      if (accepted.length > 0 || pages === mostPages) break;
    }
    if (pages === 0) continue;
    const shown = { rows: accepted.slice(0, rows), rejected: rejected.slice(0, shownRejections), gaps };
    previews.push({ type: read.lands, ...shown });
  }
  return previews;
}

/**
 * A watch for the check of a connector that reads everything: it judges records as landing them would, and collects a preview of
 * each part. `previews` stays empty when the connector reports no parts.
 * @param rows how many records of each part to show
 */
export function watchCheck(rows: number): CheckWatch & { readonly previews: readonly TypePreview[] } {
  const intakes = new Map<string, RecordIntake>();
  const intake = (type: string) => {
    const known = intakes.get(type) ?? intakeOf(type);
    intakes.set(type, known);
    return known;
  };
  const previews: TypePreview[] = [];
  return {
    shown: rows,
    previews,
    judge(type, record) {
      const result = intake(type).accept(record);
      return 'reasons' in result ? result.reasons : [];
    },
    block({ type, place, from, records, mapped, rejected, leftOut, repeated }) {
      const gaps = intake(type).takeWarnings();
      const counts = { mapped, rejected, leftOut, repeated };
      previews.push({ type, place, from, counts, rows: landedForm(type, records), rejected: [], gaps });
    },
  };
}

function landedForm(type: string, records: readonly SourceRecord[]): unknown[] {
  const { accept } = intakeOf(type);
  return records.map(accept).flatMap(result => ('json' in result ? [JSON.parse(result.json)] : []));
}

function intakeOf(type: string): RecordIntake {
  const resource = resourceOf(type);
  if (!resource)
    throw new Error(`the connector reads ${type}, which is no object or relationship type: likely a connector bug`);
  return createIntake(resource);
}
