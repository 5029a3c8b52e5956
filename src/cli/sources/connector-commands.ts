// rolecall connector: commands for those who write connectors.
import type { Command } from 'commander';
import type { CommonOptions } from '../deployment.ts';

export function addConnectors(rolecall: Command, common: () => CommonOptions): void {
  rolecall
    .command('connector')
    .description('develop connectors')
    .command('test <path>')
    .description('check that a connector keeps the rules of the contract; path is its folder or package')
    .option('--source <id>', 'read this source of the configuration')
    .option('--settings <file>', 'read a source with the settings in this YAML file')
    .action(async (place: string, options) =>
      (await import('./connector-test.ts')).connectorTest(common(), place, options),
    );
}
