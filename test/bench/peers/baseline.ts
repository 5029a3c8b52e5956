// Child process: the minimum work of any extraction. Make the same records, JSON.stringify each, write them to a file.
//
//   baseline.ts '{"file":…,"accounts":…,"assignments":…}'  →  {"seconds":…,"bytes":…}
import fs from 'node:fs';
import { account, assignment } from '../data/records.ts';

const pieceCharacters = 1024 * 1024;

const { file, accounts, assignments } = JSON.parse(process.argv[2]!) as {
  file: string;
  accounts: number;
  assignments: number;
};

const started = performance.now();
const descriptor = fs.openSync(file, 'w');
let lines: string[] = [];
let characters = 0;
let bytes = 0;

function write(): void {
  if (lines.length === 0) return;
  bytes += fs.writeSync(descriptor, `${lines.join('\n')}\n`);
  lines = [];
  characters = 0;
}

for (const { records, make } of [
  { records: accounts, make: account },
  { records: assignments, make: assignment },
]) {
  for (let index = 0; index < records; index += 1) {
    const json = JSON.stringify(make(index));
    lines.push(json);
    characters += json.length + 1;
    if (characters >= pieceCharacters) write();
  }
  write();
}
fs.closeSync(descriptor);
process.stdout.write(`${JSON.stringify({ seconds: (performance.now() - started) / 1000, bytes })}\n`);
