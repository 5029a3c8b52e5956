// Metrics of the sources, read from state at each scrape. So every process of a deployment reports the same values, whichever
// process reads the sources.
import { Gauge, type Registry } from 'prom-client';
import type { SourceHealth } from '../state/notices/source-health.ts';
import { within } from '../time-limit.ts';

/** Time limit for asking state. A scrape must not wait for a database that does not answer. */
const answerMs = 2_000;

/** @param health the configured sources. While it fails or is late, these metrics are absent. */
export function observeSources(registry: Registry, health: () => Promise<readonly SourceHealth[]>): void {
  let asking: Promise<readonly SourceHealth[]> | undefined;
  /** All gauges share one request. */
  const ask = () =>
    (asking ??= within(answerMs, health())
      .catch(() => [])
      .finally(() => {
        asking = undefined;
      }));
  const gauge = (name: string, help: string, measure: (source: SourceHealth) => number | null) =>
    new Gauge({
      name,
      help,
      aggregator: 'max',
      labelNames: ['tenant', 'source'],
      registers: [registry],
      async collect() {
        const sources = await ask();
        this.reset();
        for (const source of sources) {
          const value = measure(source);
          if (value !== null) this.set({ tenant: source.tenant, source: source.source_id }, value);
        }
      },
    });
  gauge(
    'rolecall_source_complete_read_age_seconds',
    'Time since the last run of a source ended that read everything; +Inf when none did',
    ({ complete_age }) => complete_age ?? Number.POSITIVE_INFINITY,
  );
  gauge(
    'rolecall_source_rejected_rows',
    'Records that the newest run of a source rejected; absent before its first run has ended',
    ({ rejected }) => rejected,
  );
  gauge(
    'rolecall_source_held_back_runs',
    'Runs of a source since its last accepted one whose data builds held back',
    ({ held_back_runs }) => held_back_runs,
  );
  gauge(
    'rolecall_source_failed_runs',
    'Runs of a source that have failed since one landed',
    ({ failed_runs }) => failed_runs,
  );
}
