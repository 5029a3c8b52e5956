// Who can log in with a key or a certificate, by what sshd_config says for each account.
import { describe, expect, it } from 'vitest';
import { ed25519Key, readHost, temporaryRoot } from './reading.ts';

const passwd = 'root:x:0:0::/root:/bin/sh\nann:x:1000:1000::/home/ann:/bin/sh\nben:x:1001:1000::/home/ben:/bin/sh\n';
const annsKeys = {
  '/home/ann/.ssh/authorized_keys': `${ed25519Key} a\n`,
  '/home/ben/.ssh/authorized_keys': `${ed25519Key} b\n`,
};

async function machine(sshd: string, files: Readonly<Record<string, string | Buffer>> = {}) {
  const root = await temporaryRoot({ '/etc/passwd': passwd, '/etc/ssh/sshd_config': `UsePAM yes\n${sshd}`, ...files });
  const { records, gaps } = (await readHost(root)).of('Account');
  const tokens = records.filter(record => record['type'] === 'Token');
  const states = tokens.map(({ id, enabled }) => `${id.split(':').slice(0, 2).join(':')} ${enabled ? 'on' : 'off'}`);
  const messages = gaps.map(({ subject, message }) => `${subject} ${message}`);
  return { tokens, states: states.sort(), messages: messages.filter(text => !text.startsWith('/etc/shadow')) };
}

const ca = { '/etc/ssh/ca.pub': `# ours\n${ed25519Key} users-ca\n` };
const trust = 'AuthorizedKeysFile none\nTrustedUserCAKeys /etc/ssh/ca.pub\n';

describe('TrustedUserCAKeys', () => {
  it('opens every account by its name, root included', async () => {
    const { states, tokens } = await machine(trust, ca);
    expect(states).toEqual(['ssh-ca:ann on', 'ssh-ca:ben on', 'ssh-ca:root on']);
    expect(tokens[0]).toMatchObject({ accountRole: 'ssh-certificate-authority', isAdmin: true });
    expect((await machine(`${trust}PermitRootLogin no\n`, ca)).states).toContain('ssh-ca:root off');
  });

  it('opens the accounts that have principals, with the options of the principals', async () => {
    const principals = {
      '/p/root': '# who may be root\nteam-sre\nfrom="192.0.2.0/24" breakglass\n',
      '/p/ann': 'command="/usr/bin/deploy a",restrict ci-runner # comment\n',
    };
    const { states, tokens } = await machine(`${trust}AuthorizedPrincipalsFile /p/%u\n`, { ...ca, ...principals });
    expect(states).toEqual(['ssh-ca:ann on', 'ssh-ca:root on']);
    const [root, ann] = tokens.map(token => JSON.stringify(token['profileMetadata']));
    expect(root).toMatch(/team-sre.*breakglass/);
    expect(ann).toMatch(/\/usr\/bin\/deploy a.*ci-runner/);
  });

  it('in a Match block opens the accounts of the block only', async () => {
    const { states } = await machine('Match User ann,r*\nTrustedUserCAKeys /etc/ssh/ca.pub\nMatch all\n', ca);
    expect(states).toEqual(['ssh-ca:ann on', 'ssh-ca:root on']);
  });
});

describe('keys that sshd refuses', () => {
  it.each([
    ['Match User ann\nPubkeyAuthentication no\n', ['ssh-key:ann off', 'ssh-key:ben on']],
    ['DenyUsers b*\n', ['ssh-key:ann on', 'ssh-key:ben off']],
    ['AllowUsers root\nAllowUsers ann@192.0.2.1\n', ['ssh-key:ann on', 'ssh-key:ben off']],
    ['AllowGroups wheel\n', ['ssh-key:ann off', 'ssh-key:ben off']],
    ['DenyGroups ann\n', ['ssh-key:ann off', 'ssh-key:ben off']],
    ['AuthenticationMethods password\n', ['ssh-key:ann off', 'ssh-key:ben off']],
    ['RevokedKeys /etc/ssh/no-such-file\n', ['ssh-key:ann off', 'ssh-key:ben off']],
    ['RevokedKeys /etc/ssh/ca.pub\n', ['ssh-key:ann off', 'ssh-key:ben off']],
    [
      'Match Group a?n\nRevokedKeys none\nMatch Group none\nRevokedKeys /etc/ssh/ca.pub\n',
      ['ssh-key:ann on', 'ssh-key:ben on'],
    ],
  ])('with %j are not enabled', async (sshd, states) => {
    expect((await machine(sshd, { ...annsKeys, ...ca })).states).toEqual(states);
  });

  it('run the command of ForceCommand only', async () => {
    const root = await temporaryRoot({
      '/etc/passwd': passwd,
      '/etc/ssh/sshd_config': 'Match User root\nForceCommand /bin/backup now\n',
      '/root/.ssh/authorized_keys': `${ed25519Key}\n`,
    });
    const reading = await readHost(root);
    const token = reading.of('Account').records.find(record => record['type'] === 'Token')!;
    expect(token['isAdmin']).toBe(false);
    expect(JSON.stringify(token['profileMetadata'])).toContain('/bin/backup now');
  });
});

describe('what is not evaluated is a gap', () => {
  it.each([
    ['Match Address 192.0.2.0/24\nPubkeyAuthentication no\n', 'sshd_config:3 PubkeyAuthentication in a Match block'],
    ['Match Host *.example.org User ann\nAuthorizedKeysFile /k/%u\n', 'sshd_config:3 AuthorizedKeysFile in a Match'],
    ['Match User ann\nAuthorizedKeysCommand /bin/keys\n', 'sshd_config:3 AuthorizedKeysCommand: keys'],
    ['TrustedUserCAKeys /etc/ssh/ca.pub\nAuthorizedPrincipalsCommand /bin/p %u\n', 'principals of certificates'],
    ['DenyUsers ann@192.0.2.1\n', 'sshd_config:2 DenyUsers with user@host'],
    ['RevokedKeys /etc/ssh/krl\n', '/etc/ssh/krl RevokedKeys: which keys are in the key revocation list'],
  ])('for %j', async (sshd, message) => {
    const { messages } = await machine(sshd, {
      ...annsKeys,
      ...ca,
      '/etc/ssh/krl': Buffer.from('SSHKRL\n\0\0\0\0\x01'),
    });
    expect(messages).toEqual([expect.stringContaining(message)]);
  });

  it.each(['Match Address 192.0.2.1\nPubkeyAuthentication yes\n', 'Match Address 192.0.2.1 User zoe\nDenyUsers ann\n'])(
    'unless the line changes no answer: %j',
    async sshd => {
      expect((await machine(sshd, annsKeys)).messages).toEqual([]);
    },
  );
});

it('reads the sshd_config below /usr/etc while there is none in /etc', async () => {
  const vendor = { '/usr/etc/ssh/sshd_config': 'Include sshd_config.d/*.conf\nPubkeyAuthentication yes\n' };
  const root = await temporaryRoot({
    '/etc/passwd': passwd,
    ...vendor,
    ...annsKeys,
    '/etc/ssh/sshd_config.d/1.conf': 'AuthorizedKeysFile /keys/%u\n',
    '/keys/ben': `${ed25519Key}\n`,
  });
  const tokens = (await readHost(root)).of('Account').records.filter(record => record['type'] === 'Token');
  expect(tokens.map(({ id }) => id)).toEqual([expect.stringMatching(/^ssh-key:ben:/)]);
});
