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
    .option(
      '--changes <file>',
      'CHANGES THE SOURCE: make each change on the target that this YAML file names for it, and undo it; for test systems only',
    )
    .action(async (place: string, options) =>
      (await import('./connector-test.ts')).connectorTest(common(), place, options),
    );
}
