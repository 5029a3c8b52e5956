// Generates docs/reference, the tables in the connectors' READMEs, the JSON Schema of mappings and the types of the client from the code. With --check it lists the files that are out of date.
import fs from 'node:fs';
import path from 'node:path';
import { configJsonSchema } from '../connectors/custom-application/description/config-json-schema.ts';
import { clientResources } from './reference/client-resources.ts';
import { clientTypes } from './reference/client-types.ts';
import { connectorReadmes, connectorsReference } from './reference/connectors.ts';
import { errorsReference } from './reference/errors.ts';
import { exportsReference } from './reference/exports.ts';
import { metricsReference } from './reference/metrics.ts';
import { modelsReference } from './reference/models.ts';
import { nhiTopTenReference } from './reference/nhi-top-10.ts';
import { openApiReference } from './reference/openapi.ts';
import { recordedFieldsSource } from './reference/recorded-fields.ts';
import { resourcesReference } from './reference/resources.ts';
import { risksReference } from './reference/risks.ts';
import { settingsReference } from './reference/settings.ts';

const root = path.resolve(import.meta.dirname, '..');

/** Path from the project's root → the generated content. */
export async function referenceFiles(): Promise<Record<string, string>> {
  return {
    'docs/reference/resources.md': resourcesReference(),
    'docs/reference/models.md': await modelsReference(),
    'docs/reference/exports.md': exportsReference(),
    'docs/reference/errors.md': errorsReference(),
    'docs/reference/openapi.json': openApiReference(),
    'docs/reference/metrics.md': await metricsReference(),
    'docs/reference/risks.md': risksReference(),
    'docs/nhi-top-10.md': nhiTopTenReference(),
    'docs/reference/settings.md': settingsReference(),
    'docs/reference/connectors.md': connectorsReference(read),
    ...connectorReadmes(read),
    'clients/typescript/resources.ts': clientResources(),
    'clients/typescript/openapi.ts': clientTypes(),
    'src/warehouse/open-tables/recorded-fields.ts': recordedFieldsSource(),
    'connectors/custom-application/config.schema.json': `${JSON.stringify(configJsonSchema(), null, 2)}\n`,
  };
}

/** The files that are missing or differ from the code. */
export async function staleFiles(): Promise<string[]> {
  return Object.entries(await referenceFiles())
    .filter(([file, content]) => !fs.existsSync(path.join(root, file)) || read(file) !== content)
    .map(([file]) => file);
}

function read(file: string): string {
  return fs.readFileSync(path.join(root, file), 'utf8');
}

async function main(options: readonly string[]): Promise<number> {
  const unknown = options.find(option => option !== '--check');
  if (unknown !== undefined) {
    console.error(`generate-docs: unknown option ${unknown}; the only one is --check`);
    return 2;
  }
  if (options.includes('--check')) {
    const stale = await staleFiles();
    for (const file of stale) console.error(`${file} is out of date: run \`npm run docs\` and commit it`);
    return stale.length > 0 ? 1 : 0;
  }
  for (const [file, content] of Object.entries(await referenceFiles())) {
    fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    fs.writeFileSync(path.join(root, file), content);
  }
  return 0;
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2));
