// The console cannot import the service, so it writes CSV by itself.
import { expect, it } from 'vitest';
import { csvLine, withEmptiedCells } from '../../src/console/components/files/csv.ts';
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

it('empties cells of a file that comes in pieces of any length', async () => {
  const rows = [
    ['source', 'name', 'isAdmin'],
    ['a', 'one, "two"', 'false'],
    ['b', 'line\r\nbreak', 'false'],
    ['a', '', 'true'],
  ];
  const text = rows.map(csvLine).join('');
  const expected = rows
    .map(([source, name, isAdmin]) => csvLine([source, name, source === 'a' ? '' : isAdmin]))
    .join('');
  for (const length of [1, 2, 3, 7, text.length]) {
    const pieces = Array.from({ length: Math.ceil(text.length / length) }, (_, at) =>
      text.slice(at * length, (at + 1) * length),
    );
    const stream = new ReadableStream<string>({
      start(controller) {
        for (const piece of pieces) controller.enqueue(piece);
        controller.close();
      },
    });
    const emptied = await withEmptiedCells(stream, row => (row.get('source') === 'a' ? ['isAdmin', 'absent'] : []));
    expect(await emptied.text()).toBe(expected);
  }
});
