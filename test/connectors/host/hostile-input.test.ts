// For any bytes in the files, reading ends, throws no error and lands only records that fit their declarations.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linesOf } from '../../../connectors/host/files/lines.ts';
import { noFindings } from '../../../connectors/host/findings.ts';
import { parseGroup } from '../../../connectors/host/identities/group.ts';
import { parsePasswd } from '../../../connectors/host/identities/passwd.ts';
import { parseShadow } from '../../../connectors/host/identities/shadow.ts';
import { parseAuthorizedKeys } from '../../../connectors/host/ssh/authorized-keys.ts';
import { applyUnitFile } from '../../../connectors/host/systemd/unit-file.ts';
import { isLong } from '../../support/long-tests.ts';
import { ed25519Key, readHost, temporaryRoot } from './reading.ts';

/** Random bytes, and random sequences of words of the formats, which reach deeper parts of the parsers. */
function bytesOf(...words: string[]): fc.Arbitrary<Buffer> {
  const word = fc.oneof(
    fc.constantFrom(...words),
    fc.constantFrom(' ', '\t', '\n', '\\\n', ':', ',', '=', '!', '"', '#'),
  );
  return fc.oneof(
    fc.uint8Array({ maxLength: 300 }).map(bytes => Buffer.from(bytes)),
    fc
      .array(fc.oneof(word, fc.string({ maxLength: 5, unit: 'binary' })), { maxLength: 40 })
      .map(parts => Buffer.from(parts.join(''))),
  );
}

const runs = { numRuns: isLong ? 5_000 : 150 };

describe('parsers', () => {
  const parsers = {
    passwd: [parsePasswd, bytesOf('ann:x:1000:1000:A:/home/ann:/bin/sh', '0', '-1', '4294967295', '+@n')],
    shadow: [parseShadow, bytesOf('ann:$6$s$h:20000:0:99999:7:::', '!', '*', '-1', '99999999999999999999')],
    group: [parseGroup, bytesOf('ann:x:1000:a,b', 'docker', '0')],
    authorized_keys: [
      parseAuthorizedKeys,
      bytesOf(
        ed25519Key,
        'restrict',
        'command="a \\"b\\""',
        'from="',
        'expiry-time="20260101"',
        'cert-authority',
        'ssh-rsa AAAA',
      ),
    ],
  } as const;
  for (const [name, [parse, bytes]] of Object.entries(parsers)) {
    it(`of ${name} accept any bytes, and name the line of everything that they reject`, () => {
      fc.assert(
        fc.property(bytes, content => {
          const findings = noFindings();
          parse('/f', linesOf(content), findings);
          for (const { place, reasons } of findings.rejected) {
            expect(place).toMatch(/^\/f:\d+$/);
            expect(reasons.length).toBeGreaterThan(0);
          }
        }),
        runs,
      );
    });
  }

  it('of unit files accept any bytes', () => {
    const bytes = bytesOf('[Service]', 'User=ann', 'DynamicUser=yes', '[');
    fc.assert(
      fc.property(bytes, content => applyUnitFile(new Map(), linesOf(content))),
      runs,
    );
  });
});

describe('whole machines', () => {
  it('with any bytes in their files are read, and land valid records', async () => {
    const sudoers = bytesOf(
      'ann',
      'ALL',
      '%docker',
      '(root)',
      'NOPASSWD:',
      '/bin/ls',
      'User_Alias',
      'A',
      'Defaults',
      '@include /etc/sudoers',
    );
    const passwd = bytesOf('ann:x:1000:1000:A:/home/ann:/bin/sh\n', 'eve:x:0:0::/:/bin/sh\n', 'é:x:5:5:::\n');
    const unit = bytesOf('[Service]\n', 'User=', 'ann\n', '%i', 'DynamicUser=yes\n');
    const property = fc.asyncProperty(sudoers, passwd, unit, async (rules, accounts, service) => {
      const root = await temporaryRoot({
        '/etc/sudoers': rules,
        '/etc/passwd': accounts,
        '/etc/systemd/system/a@b.service': service,
        '/var/log/wtmp': service,
        '/var/log/lastlog': rules,
        '/var/lib/lastlog/lastlog2.db': accounts,
        '/etc/ssh/sshd_config': rules,
      });
      await readHost(root);
    });
    await fc.assert(property, { numRuns: isLong ? 500 : 20 });
  });

  it('with aliases and includes that multiply or form cycles are read in limited time', async () => {
    const chain = Array.from({ length: 60 }, (_, n) => `User_Alias A${n} = A${n + 1}, !A${n + 1}, A${n + 1}`);
    const root = await temporaryRoot({
      '/etc/sudoers': `${chain.join('\n')}\nUser_Alias A60 = ann, A0\nA0 ALL = ALL\n@include /etc/sudoers.a\n@include /etc/sudoers.a\n`,
      '/etc/sudoers.a': '@include /etc/sudoers.b\n@include /etc/sudoers.b\n',
      '/etc/sudoers.b': '@include /etc/sudoers.a\n@include /etc/sudoers.a\n',
    });
    const reading = await readHost(root);
    expect(reading.get('Account', 'user:ann')['isAdmin']).toBe(true);
    expect(reading.of('Role').gaps).toContainEqual(expect.objectContaining({ reason: 'failed', missing: 'objects' }));
  });

  it('with very long lines are read in time that grows with their length', async () => {
    const long = 'a'.repeat(500_000);
    const root = await temporaryRoot({
      '/etc/sudoers': `ann ALL = /bin/${long}\nann ALL = /bin/x ${'^a '.repeat(50_000)}\n"${long}\n${'\\\n'.repeat(50_000)}`,
      '/home/ann/.ssh/authorized_keys': `command="${'\\"'.repeat(200_000)} ${ed25519Key}\n${long} ${long}\n${' '.repeat(500_000)}x\n`,
    });
    await readHost(root);
  });
});
