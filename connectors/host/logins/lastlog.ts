// lastlog(8): one fixed record per user id. The file is sparse and may claim to be gigabytes long, so single records are
// read at their offset.

import type { Root } from '../files/root.ts';
import { type Findings, reject } from '../findings.ts';
import type { LoginAccount } from '../identities/passwd.ts';
import { withLogFile } from './log-file.ts';
import { latestTime } from './login-records.ts';

const path = '/var/log/lastlog';
/** ll_time (32 bits on x86, 64 on newer architectures), ll_line[32], ll_host[256]. */
const recordBytes = [292, 296];

/** Last login of each account, in seconds since 1970. */
export async function readLastlog(
  root: Root,
  accounts: readonly LoginAccount[],
  now: Date,
  findings: Findings,
): Promise<Map<string, number>> {
  const latest = new Map<string, number>();
  await withLogFile(root, path, findings, async ({ handle, size }) => {
    const bytes = recordBytes.find(length => size % length === 0);
    if (bytes === undefined) {
      reject(findings, path, 'Not records of a known layout (292 or 296 bytes each)');
      return;
    }
    const record = Buffer.alloc(8);
    for (const { name, uid } of accounts) {
      if ((uid + 1) * bytes > size) continue;
      const { bytesRead } = await handle.read(record, 0, 8, uid * bytes);
      if (bytesRead < 8) continue;
      const time = bytes === 292 ? record.readUInt32LE(0) : Number(record.readBigInt64LE(0));
      if (time > 0 && time <= latestTime(now)) latest.set(name, time);
    }
  });
  return latest;
}
