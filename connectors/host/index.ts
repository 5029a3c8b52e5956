// A Linux machine's own identities, from its files.
import { defineConnector } from '../../src/connector/contract.ts';
import { hostActions, hostDeclaredActions } from './actions/index.ts';
import { checkHost } from './check.ts';
import { openHost } from './client.ts';
import { hostReads, landedTypes } from './reads.ts';
import { hostSettings } from './settings.ts';

export const host = defineConnector({
  type: 'host',
  title: 'Linux host',
  description:
    'The accounts, groups, sudo rules, SSH keys and systemd services of a Linux machine, read from the files below a root folder: this machine, a mounted disk or an image.',
  settings: hostSettings,
  declares: [
    {
      types: landedTypes,
      incremental: false,
      rights:
        'reading the files below `root`; without being root, /etc/shadow, sudo rules and the SSH keys of others are missing',
    },
  ],
  open: openHost,
  check: checkHost,
  reads: () => hostReads,
  declaresActions: hostDeclaredActions,
  actions: hostActions,
});
