// The alerts that docs/operations.md names, evaluated on a page of metrics. Only comparisons of a value at one moment with a number
// are understood; others need a history, which a page of metrics does not have.
import fs from 'node:fs';
import path from 'node:path';

const manual = path.resolve(import.meta.dirname, '../../docs/operations.md');

/** Alert → PromQL expression, from the table under "What to watch". */
export function documentedAlerts(): Map<string, string> {
  const section = fs.readFileSync(manual, 'utf8').split('\n## What to watch\n')[1]!.split('\n## ')[0]!;
  return new Map([...section.matchAll(/^\| ([^|]+) \| `(.+)` \|$/gm)].map(match => [match[1]!, match[2]!]));
}

const form = /^max by \(tenant, source\) \((\w+)\) > (\d+)$/;

/** The sources for which an alert fires, sorted. @throws Error for an expression of another form */
export function firing(expression: string, metrics: string): string[] {
  const [, name, threshold] = form.exec(expression) ?? [];
  if (name === undefined) throw new Error(`${expression} is no comparison of a value of a source`);
  const samples = [...metrics.matchAll(/^(\w+)\{tenant="[^"]*",source="([^"]*)"\} (\S+)$/gm)];
  return samples
    .filter(([, metric, , value]) => metric === name && Number(value!.replace('Inf', 'Infinity')) > Number(threshold))
    .map(([, , source]) => source!)
    .sort();
}
