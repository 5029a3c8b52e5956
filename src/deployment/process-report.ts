// Reports which configuration a process of a deployment runs with, so that processes with different ones are noticed.
import { randomUUID } from 'node:crypto';
import os from 'node:os';
import process from 'node:process';
import { forgetProcess, reportProcess } from '../state/processes/processes.ts';
import type { Service } from './service.ts';

const reportEveryMs = 10_000;

export interface ConfigurationReport {
  /** Report at once, after a reload. */
  now(): Promise<void>;
  stop(): Promise<void>;
}

export function reportConfiguration(
  { database, configurationDigest }: Service,
  role: 'serve' | 'work',
): ConfigurationReport {
  const own = { processId: randomUUID(), role, host: os.hostname(), pid: process.pid };
  let reporting: Promise<void> = Promise.resolve();
  const now = () => {
    // While the state database is unavailable, nobody can ask for reports either.
    reporting = reportProcess(database, { ...own, configuration: configurationDigest() }).catch(() => {});
    return reporting;
  };
  now();
  const timer = setInterval(now, reportEveryMs).unref();
  return {
    now,
    async stop() {
      clearInterval(timer);
      await reporting;
      await forgetProcess(database, own.processId).catch(() => {});
    },
  };
}
