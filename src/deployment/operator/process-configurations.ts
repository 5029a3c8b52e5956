// Compares what each process of a deployment runs with and what the configuration file says.
import type { Operator } from './commands.ts';

interface ProcessConfiguration {
  readonly what: string;
  /** Whether the process runs with what the file says. */
  readonly isSame: boolean;
  readonly message: string;
}

/** @returns an empty list for a deployment of one process, which does not report */
export async function processConfigurations(operator: Operator): Promise<ProcessConfiguration[]> {
  const processes = await operator.processes();
  if (processes.length === 0) return [];
  const { digest } = await operator.pending();
  return processes.map(({ role, host, pid, configuration }) => {
    const what = `configuration of ${role} ${pid} on ${host}`;
    if (configuration === digest) return { what, isSame: true, message: digest };
    const message = `${configuration}, but that of this file is ${digest}: send it SIGHUP (kill -HUP ${pid}), or give it the same file`;
    return { what, isSame: false, message };
  });
}
