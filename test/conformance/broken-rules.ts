import { type ConformanceOptions, testConnector } from '../../src/conformance/conformance.ts';
import type { Connector } from '../../src/connector/contract.ts';

/** The rules of the contract that a connector breaks on a source with these settings. */
export async function brokenRules(
  connector: Connector,
  settings: ConformanceOptions['settings'],
  baseFolder = '/',
): Promise<string[]> {
  const rules = await testConnector(connector, { settings, baseFolder });
  return rules.flatMap(({ rule, faults }) => faults.map(fault => `${rule}: ${fault}`));
}
