// Connects to a server, and turns a connection into an encrypted one.
import { BlockList, connect, isIP, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import type { LdapSettings } from '../settings.ts';

export interface Endpoint {
  readonly host: string;
  readonly port: number;
  readonly encryption: 'tls' | 'start_tls' | 'none';
  /** For messages: `ldap://host:389`. */
  readonly address: string;
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

/** Only loopback connections are left unencrypted without being told to: nobody else can read them. */
export function endpointOf({ url, encryption }: { readonly url: string } & Pick<LdapSettings, 'encryption'>): Endpoint {
  const { protocol, hostname, port } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  const usual = protocol === 'ldaps:' ? 'tls' : isLoopback(host) ? 'none' : 'start_tls';
  const number = port === '' ? (protocol === 'ldaps:' ? 636 : 389) : Number(port);
  return { host, port: number, encryption: encryption ?? usual, address: `${protocol}//${hostname}:${number}` };
}

function isLoopback(host: string): boolean {
  const family = isIP(host);
  return family === 0 ? host === 'localhost' : loopback.check(host, family === 6 ? 'ipv6' : 'ipv4');
}

/** @param ca certificates of the trusted authorities (PEM); undefined: those of Node.js */
export function openSocket({ host, port, encryption }: Endpoint, ca: string | undefined): Promise<Socket> {
  if (encryption === 'tls') return secured({ host, port }, host, ca);
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const socket = connect({ host, port, noDelay: true });
  socket.once('error', reject);
  socket.once('connect', () => {
    socket.off('error', reject);
    resolve(socket);
  });
  return promise;
}

/** @returns the encrypted connection, which uses the given one */
export function upgradeSocket(socket: Socket, { host }: Endpoint, ca: string | undefined): Promise<Socket> {
  return secured({ socket }, host, ca);
}

function secured(
  target: { readonly host: string; readonly port: number } | { readonly socket: Socket },
  host: string,
  ca: string | undefined,
): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<TLSSocket>();
  // Server Name Indication must not be an address (RFC 6066, section 3); the certificate is still checked against it.
  const name = isIP(host) === 0 ? { servername: host } : {};
  const socket = connectTls({ ...target, host, ...name, minVersion: 'TLSv1.2', ...(ca !== undefined && { ca }) });
  socket.once('error', reject);
  socket.once('close', () => reject(Object.assign(new Error('closed'), { code: 'ECONNRESET' })));
  socket.once('secureConnect', () => {
    socket.off('error', reject);
    resolve(socket);
  });
  return promise;
}
