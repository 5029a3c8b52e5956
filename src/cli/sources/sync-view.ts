// Shows the progress of runs and builds: on a terminal a line per source that is updated, in a pipe a line per event.
import process from 'node:process';
import stringWidth from 'string-width';
import type { SyncEvent } from '../../deployment/operator/sync.ts';
import { printableText } from '../../text/printable.ts';
import { counted, grouped } from '../output.ts';
import { cutToWidth } from '../table.ts';
import { withoutQueue, withoutWorker } from './job-problems.ts';

export interface SyncView {
  show(event: SyncEvent): void;
  /** Write whole lines of something else, above the lines that are updated. */
  print(text: string): void;
  /** Keep lines in view on a terminal, below all others; none: no longer. */
  pin(lines: readonly string[]): void;
  end(): void;
}

export function createSyncView(stream: NodeJS.WriteStream = process.stderr): SyncView {
  return stream.isTTY ? terminalView(stream) : lineView(stream);
}

type ReadEvent = Extract<SyncEvent, { kind: 'read' }>;

function readLine(event: ReadEvent): string {
  const rejected = event.rejected > 0 ? `, ${grouped(event.rejected)} rejected` : '';
  return `${event.sourceId}  ${event.type}  ${counted(event.rows, 'row')}${rejected}  ${event.status.toLowerCase()}`;
}

function lineView(stream: NodeJS.WriteStream): SyncView {
  return {
    show(event) {
      const line = printedLine(event);
      if (line !== undefined) stream.write(`${line}\n`);
    },
    print: text => void stream.write(text),
    pin() {},
    end() {},
  };
}

/** Text from a source must not contain control sequences. */
function printedLine(event: SyncEvent): string | undefined {
  const line = eventLine(event);
  return line === undefined ? undefined : printableText(line);
}

/** The line for an event in a pipe, where lines cannot be overwritten; undefined for frequent events. */
function eventLine(event: SyncEvent): string | undefined {
  switch (event.kind) {
    case 'read':
      return event.status === 'Running' ? undefined : readLine(event);
    case 'run':
      return event.status === 'Running'
        ? undefined
        : `${event.sourceId}  run ${event.status.toLowerCase()}${event.error ? `: ${event.error}` : ''}`;
    case 'built':
      return event.version === undefined ? `build ${event.status.toLowerCase()}` : `version ${event.version} published`;
    case 'unattended':
      return `waiting: ${event.jobs ? withoutWorker(event.jobs) : withoutQueue}. Ctrl-C ends the waiting; the runs stay requested`;
    case 'build':
      return undefined;
  }
}

const redrawEveryMs = 80;

interface SourceProgress {
  /** For each type: what was read of it. */
  readonly reads: Map<string, ReadEvent>;
}

function progressLine(sourceId: string, { reads }: SourceProgress): string {
  const all = [...reads.values()];
  const rows = all.reduce((sum, read) => sum + read.rows, 0);
  const rejected = all.reduce((sum, read) => sum + read.rejected, 0);
  const types = counted(reads.size, 'type');
  return `${sourceId}  ${types}, ${counted(rows, 'row')}${rejected > 0 ? `, ${grouped(rejected)} rejected` : ''}`;
}

/** One line for each source that is read, and the lines that stay in view, below everything else. */
function terminalView(stream: NodeJS.WriteStream): SyncView {
  const sources = new Map<string, SourceProgress>();
  const open = new Map<string, string>();
  let pinned: readonly string[] = [];
  let drawnRows = 0;
  let drawnAt = 0;

  const columns = () => stream.columns || 100;
  const erase = () => (drawnRows > 0 ? `\u001b[${drawnRows}A\u001b[0J` : '');
  function draw(finished = ''): void {
    // Lines above the top of the terminal could not be erased.
    const most = Math.max(1, (stream.rows || 24) - 2 - pinned.length);
    const progress = [...open.values()].map(line => cutToWidth(line, columns() - 1));
    const more = progress.length > most ? [`… and ${progress.length - most + 1} more`] : [];
    const lines = [...progress.slice(0, more.length === 0 ? most : most - 1), ...more, ...pinned];
    stream.write(`${erase()}${finished}${lines.map(line => `${line}\n`).join('')}`);
    drawnRows = lines.reduce((rows, line) => rows + Math.max(1, Math.ceil(stringWidth(line) / columns())), 0);
    drawnAt = Date.now();
  }

  function finishedLine(event: SyncEvent): string | undefined {
    if (event.kind === 'read') return undefined;
    const progress = event.kind === 'run' ? sources.get(event.runId) : undefined;
    if (event.kind !== 'run' || progress === undefined || event.status === 'Running') return printedLine(event);
    sources.delete(event.runId);
    const error = event.error ? `: ${event.error}` : '';
    return printableText(`${progressLine(event.sourceId, progress)}  ${event.status.toLowerCase()}${error}`);
  }

  return {
    show(event) {
      const key = event.kind === 'read' || event.kind === 'run' ? event.runId : 'build';
      const finished = finishedLine(event);
      if (finished !== undefined) {
        open.delete(key);
        draw(`${finished}\n`);
        return;
      }
      if (event.kind === 'read') {
        const progress = sources.get(key) ?? { reads: new Map() };
        sources.set(key, progress);
        progress.reads.set(event.type, event);
        open.set(key, printableText(`… ${progressLine(event.sourceId, progress)}  ${event.type}`));
      }
      if (event.kind === 'build') {
        const computed = event.computed && ` (${event.computed.computed} of ${event.computed.of} sources)`;
        open.set(key, `… building: ${event.step}${computed ?? ''}`);
      }
      const hasEnded = event.kind === 'read' && event.status !== 'Running';
      if (hasEnded || Date.now() - drawnAt >= redrawEveryMs) draw();
    },
    print: text => draw(text),
    pin(lines) {
      pinned = lines;
      draw();
    },
    end() {
      open.clear();
      pinned = [];
      if (drawnRows > 0) draw();
    },
  };
}
