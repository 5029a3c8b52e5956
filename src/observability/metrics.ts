// Prometheus metrics of one process (https://prometheus.io/docs/instrumenting/exposition_formats/). The configuration limits
// the number of label values: names of queues, tenants and sources, routes, outcomes; never ids.
import { Counter, collectDefaultMetrics, Registry } from 'prom-client';
import { type LeaseKind, leaseKinds } from '../state/leases.ts';
import { createJobMetrics, type JobMetrics } from './job-metrics.ts';

export interface Metrics {
  /** Other modules register their metrics here. */
  readonly registry: Registry;
  readonly jobs: JobMetrics;
  leaseLost(kind: LeaseKind): void;
}

/** Metrics of this process, including the default ones of Node.js. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const leasesLost = new Counter({
    name: 'rolecall_leases_lost_total',
    help: 'Leases on runs, builds, exports and action jobs that another process took over while this one worked on them',
    labelNames: ['kind'],
    registers: [registry],
  });
  for (const kind of leaseKinds) leasesLost.inc({ kind }, 0);
  return {
    registry,
    jobs: createJobMetrics(registry),
    leaseLost: kind => leasesLost.inc({ kind }),
  };
}
