// Ports of this machine for servers that need a fixed port: because it is configured before they start, or because they restart.
import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import fs from 'node:fs';
import { createServer } from 'node:net';

const count = 10_000;
const attempts = 200;

/**
 * A free port that no other test gets while this process lives. It lies below the ephemeral range, so that no outgoing connection
 * can take it while its server restarts.
 */
export async function freePort(): Promise<number> {
  const first = firstEphemeralPort() - count;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const port = first + randomInt(count);
    if ((await reserve(port)) && (await isFree(port))) return port;
  }
  throw new Error(`no port from ${first} to ${first + count} is free`);
}

/** ip(7): ip_local_port_range */
function firstEphemeralPort(): number {
  const file = '/proc/sys/net/ipv4/ip_local_port_range';
  const first = fs.existsSync(file) ? Number(fs.readFileSync(file, 'utf8').split(/\s/)[0]) : 49_152;
  // Where the ephemeral range begins too low, no ports are left below it.
  return first >= 1024 + count ? first : 32_768;
}

/** Holds the UDP port of the same number until this process ends, which shows other tests that the TCP port is taken. */
async function reserve(port: number): Promise<boolean> {
  const socket = createSocket({ type: 'udp4', reuseAddr: false }).unref();
  try {
    const bound = once(socket, 'listening');
    socket.bind({ port, address: '127.0.0.1', exclusive: true });
    await bound;
    return true;
  } catch {
    socket.close();
    return false;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    const listening = once(server, 'listening');
    server.listen({ port, host: '127.0.0.1', exclusive: true });
    await listening;
    return true;
  } catch {
    return false;
  } finally {
    await new Promise(resolve => server.close(resolve));
  }
}
