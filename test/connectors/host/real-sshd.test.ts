// Compares what sshd_config means for each account with the answers of the real sshd (`sshd -T -C …`), on generated configurations.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linesOf } from '../../../connectors/host/files/lines.ts';
import { rootAt } from '../../../connectors/host/files/root.ts';
import { noFindings } from '../../../connectors/host/findings.ts';
import { directoryOf } from '../../../connectors/host/identities/directory.ts';
import { parseGroup } from '../../../connectors/host/identities/group.ts';
import { parsePasswd } from '../../../connectors/host/identities/passwd.ts';
import { type AccountSettings, sshdSettings } from '../../../connectors/host/ssh/account-settings.ts';
import { readSshdConfig } from '../../../connectors/host/ssh/sshd-config.ts';
import { isLong } from '../../support/long-tests.ts';
import { temporaryRoot } from './reading.ts';

const sshd = '/usr/sbin/sshd';
const names = ['root', 'daemon', 'bin', 'sys', 'games', 'nobody'];
const isThere = spawnSync(sshd, ['-t', '-f', '/dev/null', '-h', '/dev/null']).error === undefined;
const why = isThere && process.getuid!() === 0 ? undefined : 'no sshd, or not root';

const user = fc.constantFrom(
  'root',
  'daemon',
  'bin',
  's*',
  'g?mes',
  '!bin',
  '*',
  'nobody,root',
  '*,!daemon',
  'n*,!nobody',
);
const group = fc.constantFrom('root', 'daemon', 'bin', 's*', '*,!games', 'nogroup');
const yesNo = fc.constantFrom('yes', 'no');
const line = fc.oneof(
  yesNo.map(value => `PasswordAuthentication ${value}`),
  yesNo.map(value => `PubkeyAuthentication=${value}`),
  yesNo.map(value => `kbdinteractiveauthentication ${value}`),
  fc.constantFrom('yes', 'no', 'prohibit-password', 'forced-commands-only').map(value => `PermitRootLogin ${value}`),
  fc.constantFrom('none', '/keys/%u', '.ssh/a "/keys/%h" # comment').map(value => `AuthorizedKeysFile ${value}`),
  fc.constantFrom('any', 'publickey', 'publickey,password publickey').map(value => `AuthenticationMethods ${value}`),
  fc.constantFrom('none', '/bin/true a  b', 'internal-sftp').map(value => `ForceCommand ${value}`),
  fc.constantFrom('none', '/etc/ca.pub').map(value => `TrustedUserCAKeys ${value}`),
  fc.constantFrom('none', '/p/%u').map(value => `AuthorizedPrincipalsFile ${value}`),
  fc.constantFrom('none', '/revoked').map(value => `RevokedKeys ${value}`),
);
const match = fc.oneof(
  fc.constant('Match all'),
  user.map(list => `Match User ${list}`),
  group.map(list => `Match group ${list}`),
  fc.tuple(user, group).map(([one, other]) => `Match Group ${other} User ${one}`),
);
const included = fc.array(fc.oneof(line, match), { maxLength: 4 });
const configuration = fc.record({
  lines: fc.array(fc.oneof({ weight: 5, arbitrary: line }, { weight: 2, arbitrary: match }, fc.constant('INCLUDE')), {
    maxLength: 14,
  }),
  included: fc.array(included, { minLength: 2, maxLength: 2 }),
});

/** The settings as `sshd -T` prints them. */
function printed(settings: AccountSettings): Record<string, string> {
  const word = (value: boolean) => (value ? 'yes' : 'no');
  return {
    passwordauthentication: word(settings.passwordAuthentication),
    pubkeyauthentication: word(settings.pubkeyAuthentication),
    kbdinteractiveauthentication: word(settings.keyboardInteractive),
    permitrootlogin: settings.permitRootLogin,
    authorizedkeysfile: settings.authorizedKeysFiles.join(' '),
    authenticationmethods: settings.authenticationMethods.join(' '),
    forcecommand: settings.forceCommand ?? '',
    trustedusercakeys: settings.trustedUserCaKeys ?? '',
    authorizedprincipalsfile: settings.authorizedPrincipalsFile ?? '',
    revokedkeys: settings.revokedKeys ?? '',
  };
}

function answerOfSshd(config: string, key: string, name: string): Record<string, string> {
  const words = ['-T', '-f', config, '-h', key, '-C', `user=${name},host=client.example.org,addr=192.0.2.1`];
  const { stdout: answer, stderr, status } = spawnSync(sshd, words, { encoding: 'utf8' });
  // sshd does not start with such a configuration, so there is nothing to compare.
  fc.pre(!/cannot be satisfied by enabled authentication|"any" must appear alone/.test(stderr));
  expect(status, stderr).toBe(0);
  const values = new Map(
    answer
      .split('\n')
      .map(text => /^(\S+) ?(.*)$/.exec(text)?.slice(1) as [string, string])
      .filter(Boolean),
  );
  const wanted = Object.keys(
    printed(
      sshdSettings({ path: '', isConfigured: true, lines: [], findings: noFindings() }, directoryOf([], [])).everywhere,
    ),
  );
  const plain = (keyword: string, value = '') => {
    if (keyword === 'permitrootlogin') return value.replace('without-password', 'prohibit-password');
    return value === 'none' || (keyword === 'authenticationmethods' && value === 'any')
      ? ''
      : value.replace(/ +/g, ' ');
  };
  return Object.fromEntries(wanted.map(keyword => [keyword, plain(keyword, values.get(keyword))]));
}

describe.skipIf(why !== undefined)(`sshd (${why ? `skipped: ${why}` : 'as root'})`, () => {
  it('gives the settings of every account that Rolecall evaluates', async () => {
    mkdirSync('/run/sshd', { recursive: true });
    const outside = await temporaryRoot();
    const key = join(outside, 'key');
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
    const read = (file: string) => linesOf(execFileSync('getent', [file]));
    const accounts = parsePasswd('passwd', read('passwd'), noFindings());
    const directory = directoryOf(accounts, parseGroup('group', read('group'), noFindings()));
    const property = fc.asyncProperty(configuration, async given => {
      const config = join(outside, 'config');
      const lines = given.lines.map(text => (text === 'INCLUDE' ? `Include ${outside}/[ab].conf` : text));
      await writeFile(config, `${lines.join('\n')}\n`);
      for (const [index, part] of given.included.entries()) {
        await writeFile(join(outside, `${'ab'[index]}.conf`), `${part.join('\n')}\n`);
      }
      const settings = sshdSettings(await readSshdConfig(rootAt('/'), config), directory);
      const ours = names.map(name => [name, printed(settings.of(directory.account(name)!))]);
      expect(ours, lines.join('\n')).toEqual(names.map(name => [name, answerOfSshd(config, key, name)]));
    });
    await fc.assert(property, { numRuns: isLong ? 300 : 15, seed: 20_261 });
  });
});
