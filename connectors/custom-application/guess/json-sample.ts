// The first rows of a list of JSON, path by path: what a guess is made of.
import { textOfCell } from '../mapping/cell.ts';
import { type PathStep, parsePath, valueAtPath } from '../mapping/json-path.ts';
import { pathsOf } from '../rows/json/json-columns.ts';
import { type Sample, sampleOfRows } from './sample.ts';

/** @returns the paths to single values as columns, and the paths to lists beside them */
export function sampleOfValues(values: readonly unknown[]): {
  readonly sample: Sample;
  readonly lists: readonly string[];
} {
  const paths = [...new Set(values.flatMap(pathsOf))];
  const single = paths.filter(path => !path.includes('[]'));
  const steps = single.map(path => parsePath(path) as readonly PathStep[]);
  const rows = values.map(value => steps.map(each => textOfCell(valueAtPath(value, each)) ?? ''));
  const header = single.map((name, index) => ({ name, label: labelOf(steps[index]!, name) }));
  return { sample: sampleOfRows(header, rows), lists: paths.filter(path => path.includes('[]')) };
}

/** The last member of a path: that of `profile.email` is `email`. */
function labelOf(steps: readonly PathStep[], name: string): string {
  const last = steps.at(-1);
  return typeof last === 'object' && 'name' in last ? last.name : name;
}
