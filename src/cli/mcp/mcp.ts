// rolecall mcp: passes the messages of an assistant on to /mcp of the service, and its answers back. Tools, resources and prompts are those
// of the service. Standard output carries messages only; what is wrong is told to the assistant, and to standard error.
import process from 'node:process';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { request } from 'undici';
import { OperatorError } from '../../errors.ts';
import { fetchToken } from '../api/api-client.ts';
import { findProfile } from '../api/profile.ts';
import type { CommonOptions } from '../deployment.ts';
import { printText } from '../output.ts';

/** JSON-RPC 2.0: an error of the implementation, from -32000 to -32099. */
const serverError = -32000;

/** Pass messages on until standard input ends. @throws OperatorError when no client is chosen, or it gets no token */
export async function mcp(options: CommonOptions): Promise<void> {
  const service = await connect(options);
  const transport = new StdioServerTransport();
  const passing = new Set<Promise<void>>();
  const ended = new Promise<void>(resolve => {
    process.stdin.once('end', resolve);
    process.stdin.once('close', resolve);
    transport.onclose = resolve;
  });
  transport.onerror = error => printText(`rolecall: ${error.message}`, process.stderr);
  transport.onmessage = message => {
    const passed = pass(service, message).then(answer => (answer ? transport.send(answer) : undefined));
    passing.add(passed);
    passed.finally(() => passing.delete(passed));
  };
  await transport.start();
  await ended;
  await Promise.allSettled(passing);
  await transport.close();
}

interface PassingService {
  /** @returns status and body of the answer to one message */
  post(message: JSONRPCMessage): Promise<{ status: number; body: string }>;
}

async function connect(options: CommonOptions): Promise<PassingService> {
  const fixed = process.env['ROLECALL_URL'] ? process.env['ROLECALL_TOKEN'] : undefined;
  const profile = fixed === undefined ? await findProfile(options) : undefined;
  const baseUrl = profile?.base_url ?? process.env['ROLECALL_URL']!.replace(/\/+$/, '');
  let token = fixed ?? (await fetchToken(profile!));
  let revision: string | undefined;

  async function send(message: JSONRPCMessage) {
    const { statusCode, body } = await request(`${baseUrl}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        ...(revision !== undefined && { 'mcp-protocol-version': revision }),
      },
      body: JSON.stringify(message),
    });
    return { status: statusCode, body: await body.text() };
  }

  return {
    async post(message) {
      let answer = await send(message);
      // A token lasts an hour, an assistant longer.
      if (answer.status === 401 && profile) {
        token = await fetchToken(profile);
        answer = await send(message);
      }
      if (answer.status === 200 && 'method' in message && message.method === 'initialize')
        revision = JSON.parse(answer.body).result?.protocolVersion;
      return answer;
    },
  };
}

/** @returns the answer; undefined for a message that has none */
async function pass(service: PassingService, message: JSONRPCMessage): Promise<JSONRPCMessage | undefined> {
  try {
    const { status, body } = await service.post(message);
    if (body !== '' && status < 400) return JSON.parse(body) as JSONRPCMessage;
    if (status < 400) return undefined;
    throw new OperatorError(`the service answers ${status}: ${messageOf(body)}`);
  } catch (error) {
    const text = error instanceof OperatorError ? error.message : 'the service does not answer; is it running?';
    printText(`rolecall: ${text}`, process.stderr);
    if (!('id' in message && 'method' in message)) return undefined;
    return { jsonrpc: '2.0', id: message.id, error: { code: serverError, message: text } };
  }
}

/** The message of an error envelope, or of an error of JSON-RPC. */
function messageOf(body: string): string {
  try {
    const { message, error } = JSON.parse(body);
    return String(message ?? error?.message ?? 'no message');
  } catch {
    return 'the answer is not JSON';
  }
}
