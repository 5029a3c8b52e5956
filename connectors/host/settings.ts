// Settings of a `host` source.
import { z } from 'zod';

const userId = z.int().min(0).max(0xffff_fffe);

export const hostSettings = z.strictObject({
  root: z
    .string()
    .min(1)
    .default('/')
    .describe('Folder that is the machine’s `/`: `/` for this machine, or where a disk or an image is mounted'),
  host_name: z
    .string()
    .regex(/^[A-Za-z0-9]([A-Za-z0-9._-]{0,251}[A-Za-z0-9])?$/, 'expected a host name: letters, digits, dots, hyphens')
    .optional()
    .describe('Name of the machine; default: what its /etc/hostname says'),
  host_addresses: z
    .array(z.union([z.ipv4(), z.ipv6()]))
    .default([])
    .describe('IP addresses of the machine, for sudo rules that name hosts by address; this machine’s own are known'),
  uid_min: userId.optional().describe('Lowest user id of a person; default: UID_MIN of /etc/login.defs, else 1000'),
  uid_max: userId.optional().describe('Highest user id of a person; default: UID_MAX of /etc/login.defs, else 60000'),
  authorized_keys_files: z
    .array(z.string().min(1))
    .optional()
    .describe(
      'Where authorised SSH keys are, with %u, %h, %U and %%, relative to the home folder; default: AuthorizedKeysFile of sshd_config, else .ssh/authorized_keys and .ssh/authorized_keys2',
    ),
  sudoers_file: z
    .string()
    .startsWith('/')
    .optional()
    .describe(
      'The sudoers file, as a path on the machine; its includes are followed. Default: what /etc/sudo.conf says, else /etc/sudoers, else /usr/etc/sudoers',
    ),
  sudoers_owner: userId
    .optional()
    .describe(
      'User id that must own sudoers files, because sudo refuses others; for an image that an ordinary user unpacked, that user’s id. Default: what /etc/sudo.conf says, else 0',
    ),
  accepted_name_services: z
    .array(z.string().min(1))
    .default([])
    .describe(
      'Words of /etc/nsswitch.conf, such as `sss` or `ldap`, that bring nothing to this machine or that another source reads. Without it, each of them is a gap, and no account is taken as deleted',
    ),
  change_accounts: z
    .boolean()
    .default(false)
    .describe(
      'Whether accounts and groups of this machine may be changed, with the programs of the machine that Rolecall runs on. The source also needs `writes: true`. For an image, set it only when you trust the image: the programs run in it as root',
    ),
});

export type HostSettings = z.output<typeof hostSettings>;
