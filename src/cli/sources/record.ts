// rolecall sources record: reads a source once, without landing anything, and writes its HTTP exchanges for support.
import fs from 'node:fs';
import { chosenTenant } from '../../config/config-file.ts';
import { redactExchange, redactor } from '../../connector/http/redaction.ts';
import { secretSettings } from '../../connector/secret-settings.ts';
import { availableConnectors } from '../../deployment/sources/available-connectors.ts';
import { chosenSources, resolveSources } from '../../deployment/sources/sources.ts';
import { OperatorError } from '../../errors.ts';
import { type CommonOptions, configOf } from '../deployment.ts';
import { printText } from '../output.ts';

/**
 * Write one line of JSON for each exchange, without credentials and secret settings, to a new file that only its owner can read.
 * @param out default: `<source>-exchanges.jsonl`
 * @throws OperatorError when the file exists, or when the source cannot be read; the exchanges up to then are written
 */
export async function recordSource(options: CommonOptions, name: string, out?: string): Promise<void> {
  const config = configOf(options);
  const tenant = chosenTenant(config, options.tenant);
  const [id] = chosenSources(tenant, [name]);
  const sources = resolveSources(tenant, await availableConnectors(config));
  const { connector, settings, config: source } = sources.get(id!)!;
  const redact = redactor(secretSettings(connector.settings, source.settings).map(({ value }) => value));
  const file = out ?? `${id}-exchanges.jsonl`;
  const handle = createFile(file);
  let exchanges = 0;
  let failure: string | undefined;
  try {
    const controller = new AbortController();
    const context = {
      sourceId: id!,
      applicationInstanceId: source.application_instance_id,
      baseFolder: config.folder,
      signal: controller.signal,
      http: {
        after(exchange: Parameters<typeof redactExchange>[0]) {
          exchanges += 1;
          fs.writeSync(handle, `${JSON.stringify(redactExchange(exchange, redact))}\n`);
        },
      },
    };
    const client = await connector.open(settings, context);
    try {
      for (const read of connector.reads(client)) for await (const _page of read.pages(client, undefined));
    } finally {
      controller.abort();
      await connector.close?.(client);
    }
  } catch (error) {
    failure = redact((error as Error).message);
  } finally {
    fs.closeSync(handle);
  }
  if (exchanges === 0) {
    fs.rmSync(file);
    throw new OperatorError(
      failure === undefined
        ? `${id}: the connector \`${connector.type}\` reads without HTTP, so there is nothing to record`
        : `${id}: no request was made: ${failure}`,
    );
  }
  printText(
    `${exchanges} exchanges are in ${file}. Credentials are removed; names, addresses and other personal data are not.`,
  );
  if (failure !== undefined) throw new OperatorError(`${id}: ${failure}`);
}

function createFile(file: string): number {
  try {
    return fs.openSync(file, 'wx', 0o600);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const message = code === 'EEXIST' ? 'exists; name another file with --out' : `cannot be written (${code})`;
    throw new OperatorError(`${file}: ${message}`, { cause });
  }
}
