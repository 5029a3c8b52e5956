// Writes the exports of an invented organisation: `node examples/organisation/generate.ts [folder] [day]`. The same day gives
// the same bytes. The mappings (sources/*/config) are written by hand, and copied when another folder is given.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { parse } from 'yaml';
import { cloud } from './make/cloud.ts';
import { crm } from './make/crm.ts';
import { directory } from './make/directory.ts';
import { forge } from './make/forge.ts';
import { hr } from './make/hr.ts';
import { idp } from './make/idp.ts';
import { ledger } from './make/ledger.ts';
import { mistakes } from './make/mistakes.ts';
import { readme } from './make/readme.ts';
import { vault } from './make/vault.ts';
import { wiki } from './make/wiki.ts';
import { type Files, makeWorld } from './make/world.ts';

export const defaultDay = '2026-11-01';

const here = import.meta.dirname;

/** Write README.md and sources/ into a folder; `day` is the day of the data. */
export function generate(folder = here, day = defaultDay): void {
  const world = makeWorld(day);
  const sources: Record<string, Files> = {
    hr: hr(world),
    directory: directory(world),
    idp: idp(world),
    forge: forge(world),
    crm: crm(world),
    ledger: ledger(world),
    wiki: wiki(world),
    cloud: cloud(world),
    vault: vault(world),
  };
  for (const [source, files] of Object.entries(sources)) writeSource(folder, source, files, day);
  writeFileSync(join(folder, 'README.md'), readme(world, sources, mistakes(world, sources), day));
}

function writeSource(folder: string, source: string, files: Files, day: string): void {
  const config = join('sources', source, 'config', `${source}.yaml`);
  if (resolve(folder) !== here) {
    mkdirSync(join(folder, 'sources', source, 'config'), { recursive: true });
    copyFileSync(join(here, config), join(folder, config));
  }
  const described = parse(readFileSync(join(here, config), 'utf8')).files ?? {};
  const rawdata = join(folder, 'sources', source, 'rawdata');
  if (resolve(folder) === here) removeOlderExports(rawdata);
  const run = join(rawdata, `startedat=${day}T04:00:00Z`);
  mkdirSync(run, { recursive: true });
  for (const [file, rows] of Object.entries(files)) {
    const { delimiter = ',', encoding = 'utf-8' } = described[file] ?? {};
    const columns = Object.keys(rows[0]!);
    const csv = stringify([...rows], { header: true, columns, delimiter, cast: { boolean: String } });
    writeFileSync(join(run, file), csv, encoding === 'windows-1252' ? 'latin1' : 'utf8');
  }
}

function removeOlderExports(rawdata: string): void {
  mkdirSync(rawdata, { recursive: true });
  for (const name of readdirSync(rawdata))
    if (name.startsWith('startedat=')) rmSync(join(rawdata, name), { recursive: true });
}

if (import.meta.main) generate(process.argv[2] && resolve(process.argv[2]), process.argv[3]);
