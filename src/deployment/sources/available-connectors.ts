// The connectors that sources can name: those that are shipped, and the operator's own, which the configuration names.
import { connectors as shippedConnectors } from '../../../connectors/index.ts';
import type { Config } from '../../config/config-file.ts';
import type { Connector } from '../../connector/contract.ts';
import { OperatorError } from '../../errors.ts';
import { loadConnector } from './own-connector.ts';

/** @throws OperatorError with everything that cannot be loaded */
export async function availableConnectors({
  connectors: names,
  folder,
  file,
}: Pick<Config, 'connectors' | 'folder' | 'file'>): Promise<readonly Connector[]> {
  const available = [...shippedConnectors];
  const problems: string[] = [];
  for (const name of names) {
    try {
      const connector = await loadConnector(name, folder);
      const same = available.find(({ type }) => type === connector.type);
      if (same) throw new OperatorError(`its type \`${connector.type}\` is that of another connector (${same.title})`);
      available.push(connector);
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error;
      problems.push(`${file}: connectors: ${name}: ${error.message}`);
    }
  }
  if (problems.length > 0) throw new OperatorError(problems.join('\n'));
  return available;
}
