import { type ConformanceOptions, testConnector } from '../../src/conformance/conformance.ts';
import type { Connector } from '../../src/connector/contract.ts';

/**
 * The rules of the contract that a connector breaks on a source with these settings.
 * @param changes targets on which changes are made, and undone
 */
export async function brokenRules(
  connector: Connector,
  settings: ConformanceOptions['settings'],
  baseFolder = '/',
  changes?: ConformanceOptions['changes'],
): Promise<string[]> {
  const rules = await testConnector(connector, { settings, baseFolder, ...(changes && { changes }) });
  return rules.flatMap(({ rule, faults }) => faults.map(fault => `${rule}: ${fault}`));
}
