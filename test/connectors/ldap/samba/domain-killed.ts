// A domain controller that is killed while it is read.
import { expect, it } from 'vitest';
import { startDroppingProxy } from '../../../support/directories/dropping-proxy.ts';
import { domainAdmin, type Samba } from '../../../support/directories/samba.ts';
import { until } from '../../../support/until.ts';
import { startLdapService } from '../reading.ts';

/** Less than the answers to one sync, and more than the answers when a connection is opened. */
const bytesBeforeKill = 12_000;

/** @param running the domain, which is killed */
export function itSurvivesTheDomain(running: () => Samba): void {
  it('that is killed in the middle of a sync leaves the last good version, and the reason in the ledger', async () => {
    const samba = running();
    const proxy = await startDroppingProxy(389, new URL(samba.url).hostname);
    const test = await startLdapService({ url: `ldap://127.0.0.1:${proxy.port}`, ...domainAdmin });
    try {
      const { build } = await test.sync();
      expect(build).toMatchObject({ status: 'Published' });
      const served = async () => [
        ...(await test.served('/v1/accounts')).values(),
        ...(await test.served('/v1/user-groups')).values(),
        ...(await test.memberships()),
      ];
      const before = await served();
      let isKilled = false;
      proxy.dropAfter(bytesBeforeKill, async () => {
        await samba.kill();
        isKilled = true;
      });
      const { run_id: id } = await test.service.tenant().requestSync('directory', 'operator', true);
      await until(
        () => isKilled,
        done => done,
      );
      const { body } = await until(
        () => test.get(`/v1/sync-runs/${id}`),
        ({ body: run }) => run.status === 'Queued' && run.error !== undefined,
      );
      expect(body.error).toMatch(/the connection to .* broke|cannot be reached/);
      expect(await served()).toEqual(before);
    } finally {
      await test.close();
      await proxy.stop();
    }
  });
}
