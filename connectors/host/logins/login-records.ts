// wtmp and btmp (utmp(5)): logins and failed logins as records of fixed length, the newest at the end.

import type { FileHandle } from 'node:fs/promises';
import type { Root } from '../files/root.ts';
import { type Findings, reject } from '../findings.ts';
import { maxLoginRecordBytes } from '../limits.ts';
import { withLogFile } from './log-file.ts';

/** Little-endian glibc: 32-bit times on x86 (64-bit too, for compatibility), 64-bit ones on newer architectures. */
const layouts = [
  { bytes: 384, timeOffset: 340, readTime: (record: Buffer, at: number) => record.readUInt32LE(at) },
  { bytes: 400, timeOffset: 344, readTime: (record: Buffer, at: number) => Number(record.readBigInt64LE(at)) },
] as const;
type Layout = (typeof layouts)[number];

/** ut_type of a login; btmp writes LOGIN_PROCESS for some failures. */
const userProcess = 7;
const loginProcess = 6;
const chunkRecords = 1_000;

/** Latest record of each user name, in seconds since 1970. Times in the future are ignored. */
export async function readLoginRecords(
  root: Root,
  path: string,
  now: Date,
  findings: Findings,
): Promise<Map<string, number>> {
  const latest = new Map<string, number>();
  await withLogFile(root, path, findings, async ({ handle, size }) => {
    const layout = await layoutOf(handle, size, now);
    if (layout) await scan(handle, size, layout, now, latest);
    else if (size > 0) reject(findings, path, 'Not login records of a known layout (384 or 400 bytes each)');
  });
  return latest;
}

/** When the file's size is a multiple of both record lengths, the type and time of the first record decide. */
async function layoutOf(handle: FileHandle, size: number, now: Date): Promise<Layout | undefined> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(400), 0, 400, 0);
  return layouts.find(layout => {
    if (size % layout.bytes !== 0 || bytesRead < layout.bytes) return false;
    const time = layout.readTime(buffer, layout.timeOffset);
    return buffer.readInt16LE(0) >= 0 && buffer.readInt16LE(0) <= 9 && time >= 0 && time <= latestTime(now);
  });
}

async function scan(handle: FileHandle, size: number, layout: Layout, now: Date, latest: Map<string, number>) {
  const readable = Math.floor(maxLoginRecordBytes / layout.bytes) * layout.bytes;
  const chunk = Buffer.alloc(layout.bytes * chunkRecords);
  for (let at = Math.max(0, size - readable); at < size; ) {
    const { bytesRead } = await handle.read(chunk, 0, Math.min(chunk.length, size - at), at);
    if (bytesRead < layout.bytes) return;
    const whole = bytesRead - (bytesRead % layout.bytes);
    for (let start = 0; start < whole; start += layout.bytes) {
      const type = chunk.readInt16LE(start);
      if (type !== userProcess && type !== loginProcess) continue;
      const user = textIn(chunk.subarray(start + 44, start + 76));
      const time = layout.readTime(chunk, start + layout.timeOffset);
      if (user !== '' && time > (latest.get(user) ?? 0) && time <= latestTime(now)) latest.set(user, time);
    }
    at += whole;
  }
}

function textIn(bytes: Buffer): string {
  const end = bytes.indexOf(0);
  return bytes.toString('utf8', 0, end === -1 ? bytes.length : end);
}

/** One day in the future, for clocks that differ. */
export function latestTime(now: Date): number {
  return now.getTime() / 1000 + 86_400;
}
