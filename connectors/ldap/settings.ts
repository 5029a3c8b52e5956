// Settings of an `ldap` source.
import { z } from 'zod';
import { answerSizeSettings } from '../../src/connector/answer-limits.ts';

const address = z
  .string()
  .regex(
    /^ldaps?:\/\/(?:\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?::\d{1,5})?\/?$/,
    'expected ldap://host, ldaps://host or one of these with a port',
  );

export const ldapSettings = z
  .strictObject({
    url: address
      .optional()
      .describe(
        'Server: `ldap://host` (port 389) or `ldaps://host` (port 636), or with a port of its own. Required without `ldif`',
      ),
    ldif: z
      .string()
      .min(1)
      .optional()
      .describe('Instead of a server: a file, folder or archive (ZIP) with its entries as LDIF (RFC 2849)'),
    encryption: z
      .enum(['tls', 'start_tls', 'none'])
      .optional()
      .describe(
        'How the connection is encrypted; default: `tls` for `ldaps://`; for `ldap://` `start_tls`, and `none` when the host is a loopback address',
      ),
    ca_file: z
      .string()
      .min(1)
      .optional()
      .describe(
        'File with the certificates (PEM) of the authorities that may sign the server’s certificate, relative to the configuration file; default: those that Node.js trusts',
      ),
    bind_dn: z
      .string()
      .min(1)
      .optional()
      .describe('Name to sign in with: a DN, or in Active Directory also `user@domain`; default: none, anonymous'),
    bind_password: z.string().min(1).optional().describe('Password of `bind_dn`').meta({ secret: true }),
    base: z
      .string()
      .min(1)
      .optional()
      .describe('DN of the entry below which everything is read; default: the server’s only naming context'),
    organizational_units: z
      .enum(['containers', 'departments'])
      .default('containers')
      .describe('What organizational units stand for: object directories, or departments and their hierarchy'),
    groups_container: z
      .string()
      .min(1)
      .optional()
      .describe(
        'DN of the container in which groups are created, below the base; default: that for users of the domain in Active Directory, elsewhere none',
      ),
    lockout_policy: z
      .string()
      .min(1)
      .optional()
      .describe(
        'DN of the policy that OpenLDAP applies to accounts without one of their own (`olcPPolicyDefault`). Accounts can be disabled where its `pwdLockout` is TRUE',
      ),
    page_size: z.int().min(1).max(10_000).default(500).describe('Entries that are asked for at a time (RFC 2696)'),
    timeout_seconds: z
      .int()
      .min(1)
      .max(3600)
      .default(60)
      .describe('How long the server may be silent while it answers. A whole answer may take ten times as long'),
    ...answerSizeSettings,
  })
  .refine(({ bind_dn, bind_password }) => (bind_dn === undefined) === (bind_password === undefined), {
    path: ['bind_password'],
    message: 'bind_dn and bind_password belong together: set both, or none to read anonymously',
  })
  .refine(({ url, ldif }) => url !== undefined || ldif !== undefined, { path: ['url'], message: 'is missing' })
  .refine(({ url, ldif }) => url === undefined || ldif === undefined, {
    path: ['ldif'],
    message: 'a directory is read from a server or from files, not both',
  })
  .refine(({ url, encryption }) => encryption === undefined || url?.startsWith('ldaps:') === (encryption === 'tls'), {
    path: ['encryption'],
    message: '`tls` belongs to ldaps://, `start_tls` and `none` to ldap://',
  });

export type LdapSettings = z.output<typeof ldapSettings>;
