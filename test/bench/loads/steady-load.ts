// Child process: sends requests at a steady rate, without waiting for earlier answers, until its input ends.
//
//   steady-load.ts '{"origin":…,"authorization":…,"paths":[…],"perSecond":…}'  →  SteadyRequest[], after `{"asking":true}`
import { Agent, request } from 'undici';

export interface SteadyRequest {
  /** The time when the request was due, in milliseconds since 1970. */
  readonly at: number;
  /** From the due time to the end of the answer. */
  readonly milliseconds: number;
  readonly version: number;
}

const { origin, authorization, paths, perSecond } = JSON.parse(process.argv[2]!) as {
  origin: string;
  authorization: string;
  paths: readonly string[];
  perSecond: number;
};
const dispatcher = new Agent({ connections: 64 });
const done: SteadyRequest[] = [];
const open = new Set<Promise<void>>();
const started = performance.now();
const startedAt = Date.now();
let asked = 0;

async function ask(due: number): Promise<void> {
  const answer = await request(`${origin}${paths[asked % paths.length]}`, { headers: { authorization }, dispatcher });
  await answer.body.dump();
  const milliseconds = performance.now() - started - due;
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode}`);
  done.push({ at: startedAt + due, milliseconds, version: Number(answer.headers['warehouse-version']) });
}

const timer = setInterval(() => {
  for (; (asked / perSecond) * 1000 <= performance.now() - started; asked += 1) {
    const asking = ask((asked / perSecond) * 1000).finally(() => open.delete(asking));
    open.add(asking);
  }
}, 2);
process.stdout.write(`${JSON.stringify({ asking: true })}\n`);
process.once('SIGTERM', async () => {
  clearInterval(timer);
  await Promise.all(open);
  process.stdout.write(`${JSON.stringify(done)}\n`, () => process.exit());
});
