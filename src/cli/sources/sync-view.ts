// Shows the progress of runs and builds: on a terminal a line per type that is updated, in a pipe a line per event.
import process from 'node:process';
import type { SyncEvent } from '../../deployment/operator/sync.ts';
import { grouped } from '../output.ts';
import { printableText } from '../printable.ts';
import { withoutQueue, withoutWorker } from './job-problems.ts';

export interface SyncView {
  show(event: SyncEvent): void;
  /** Write whole lines of something else, above the lines that are updated. */
  print(text: string): void;
  end(): void;
}

export function createSyncView(stream: NodeJS.WriteStream = process.stderr): SyncView {
  return stream.isTTY ? terminalView(stream) : lineView(stream);
}

type ReadEvent = Extract<SyncEvent, { kind: 'read' }>;

function readLine(event: ReadEvent): string {
  const rejected = event.rejected > 0 ? `, ${grouped(event.rejected)} rejected` : '';
  return `${event.sourceId}  ${event.type}  ${grouped(event.rows)} rows${rejected}  ${event.status.toLowerCase()}`;
}

function lineView(stream: NodeJS.WriteStream): SyncView {
  return {
    show(event) {
      const line = printedLine(event);
      if (line !== undefined) stream.write(`${line}\n`);
    },
    print: text => void stream.write(text),
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

function terminalView(stream: NodeJS.WriteStream): SyncView {
  const open = new Map<string, string>();
  let drawn = 0;
  let drawnAt = 0;

  const erase = () => (drawn > 0 ? `\u001b[${drawn}A\u001b[0J` : '');
  function draw(finished = ''): void {
    const lines = [...open.values()].map(line => line.slice(0, (stream.columns || 100) - 1));
    stream.write(`${erase()}${finished}${lines.map(line => `${line}\n`).join('')}`);
    drawn = lines.length;
    drawnAt = Date.now();
  }

  return {
    show(event) {
      const key = event.kind === 'read' ? `${event.runId}/${event.type}` : event.kind === 'run' ? event.runId : 'build';
      const finished = printedLine(event);
      if (finished !== undefined) {
        open.delete(key);
        draw(`${finished}\n`);
        return;
      }
      if (event.kind === 'read') open.set(key, `… ${readLine(event)}`);
      if (event.kind === 'build') {
        const sources = event.computed && ` (${event.computed.computed} of ${event.computed.of} sources)`;
        open.set(key, `… building: ${event.step}${sources ?? ''}`);
      }
      if (Date.now() - drawnAt >= redrawEveryMs) draw();
    },
    print: text => draw(text),
    end() {
      open.clear();
      if (drawn > 0) draw();
    },
  };
}
