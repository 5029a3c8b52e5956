// Checks what the settings of signals say about other settings.
import { OperatorError } from '../errors.ts';
import { nearestHint } from '../nearest.ts';
import type { SignalSettings } from './signal-settings.ts';

/**
 * @param sources the ids of the sources of each tenant
 * @param file name of the configuration file
 * @throws OperatorError for a name that is used twice or not known
 */
export function checkSignals(
  { transmitters, receivers }: SignalSettings,
  sources: ReadonlyMap<string, readonly string[]>,
  file: string,
): void {
  for (const [list, named] of Object.entries({ transmitters, receivers })) {
    const names = new Set<string>();
    for (const { name, tenant } of named) {
      const where = `${file}: signals.${list}: ${name}`;
      if (names.has(name)) throw new OperatorError(`${where}: the name is used twice`);
      names.add(name);
      checkTenant(tenant, [...sources.keys()], where);
    }
  }
  const [only] = sources.keys();
  const check = (tenant: string | undefined, id: string, where: string) => {
    const known = sources.get(tenant ?? only!)!;
    if (known.includes(id)) return;
    throw new OperatorError(`${file}: signals.${where}: there is no source \`${id}\`; ${nearestHint(id, known)}`);
  };
  for (const { name, tenant, source } of transmitters) check(tenant, source, `transmitters: ${name}`);
  for (const { name, tenant, sources: ids = [] } of receivers)
    for (const id of ids) check(tenant, id, `receivers: ${name}`);
}

function checkTenant(tenant: string | undefined, tenants: readonly string[], where: string): void {
  if (tenant === undefined && tenants.length > 1)
    throw new OperatorError(
      `${where}: there are several tenants; name one of them with \`tenant\`: ${tenants.join(', ')}`,
    );
  if (tenant !== undefined && !tenants.includes(tenant))
    throw new OperatorError(`${where}: there is no tenant \`${tenant}\`; ${nearestHint(tenant, tenants)}`);
}
