// The console cannot import the service, so it writes CSV by itself.
import { expect, it } from 'vitest';
import { csvLine } from '../../src/console/components/files/csv.ts';
import { formulaStarts } from '../../src/csv-formula.ts';
import { csvLine as lineOfService } from '../../src/text/csv-line.ts';

it('the console writes the cells that the service writes', () => {
  const cells = [
    ...formulaStarts.flatMap(start => [start, `${start}1`, `${start}SUM(A1)`, `a${start}`]),
    ...['', 'a "b", c', 'two\r\nlines', '-0', '1e5', ' =1'],
    ...[undefined, null, 0, -7, 1.5, true, [], ['=a', 'b'], { a: '"' }],
  ];
  for (const cell of cells) expect([cell, csvLine([cell])]).toEqual([cell, lineOfService([cell])]);
  expect(csvLine(cells)).toBe(lineOfService(cells));
});
