// Checks what the settings of notifications and reports say about other settings.
import { OperatorError } from '../errors.ts';
import { nearestHint } from '../nearest.ts';
import type { ReportSettings, SmtpSettings, Subscription } from './delivery-settings.ts';

export interface DeliveryParts {
  readonly notifications: { readonly subscriptions: readonly Subscription[] };
  readonly reports: readonly ReportSettings[];
  readonly smtp?: SmtpSettings | undefined;
}

/**
 * @param sources the ids of the sources of each tenant
 * @param file name of the configuration file
 * @throws OperatorError for a name that is used twice or not known, and for e-mail without a mail server
 */
export function checkDelivery(
  { notifications: { subscriptions }, reports, smtp }: DeliveryParts,
  sources: ReadonlyMap<string, readonly string[]>,
  file: string,
): void {
  const names = new Set<string>();
  for (const { name, tenants = [], sources: named = [], email } of subscriptions) {
    const where = `${file}: notifications.subscriptions: ${name}`;
    if (names.has(name)) throw new OperatorError(`${where}: the name is used twice`);
    names.add(name);
    if (email && !smtp) throw new OperatorError(`${where}: is for e-mail, which needs \`smtp\` with a mail server`);
    for (const tenant of tenants) {
      if (sources.has(tenant)) continue;
      throw new OperatorError(
        `${where}: there is no tenant \`${tenant}\`; ${nearestHint(tenant, [...sources.keys()])}`,
      );
    }
    const known = [...sources].filter(([tenant]) => tenants.length === 0 || tenants.includes(tenant));
    const ids = known.flatMap(([, each]) => each);
    for (const source of named) {
      if (!ids.includes(source)) {
        throw new OperatorError(`${where}: there is no source \`${source}\`; ${nearestHint(source, ids)}`);
      }
    }
  }
  checkReports(reports, smtp, [...sources.keys()], file);
  if (smtp && (smtp.user === undefined) !== (smtp.password === undefined)) {
    throw new OperatorError(`${file}: smtp: needs both user and password, or neither`);
  }
}

function checkReports(
  reports: readonly ReportSettings[],
  smtp: SmtpSettings | undefined,
  tenants: readonly string[],
  file: string,
): void {
  const names = new Set<string>();
  for (const { name, tenant, email } of reports) {
    const where = `${file}: reports: ${name}`;
    if (names.has(name)) throw new OperatorError(`${where}: the name is used twice`);
    names.add(name);
    if (email && !smtp) throw new OperatorError(`${where}: is for e-mail, which needs \`smtp\` with a mail server`);
    if (tenant === undefined && tenants.length > 1) {
      throw new OperatorError(
        `${where}: there are several tenants; name one of them with \`tenant\`: ${tenants.join(', ')}`,
      );
    }
    if (tenant !== undefined && !tenants.includes(tenant)) {
      throw new OperatorError(`${where}: there is no tenant \`${tenant}\`; ${nearestHint(tenant, tenants)}`);
    }
  }
}
