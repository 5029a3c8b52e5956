// Metrics of the processes that share a port: a scrape reaches one of them, and the answer has to be that of all. The process that started
// them asks each for its metrics and adds them up (prom-client, AggregatorRegistry).
import cluster, { type Worker } from 'node:cluster';
import process from 'node:process';
import { AggregatorRegistry, type MetricObject, type Registry } from 'prom-client';
import { within } from '../time-limit.ts';

/** From a process to the one that started it, and back. `scrape` tells scrapes apart. */
type Message =
  | { readonly metrics: 'wanted'; readonly scrape: number }
  | { readonly metrics: 'asked'; readonly scrape: number }
  | { readonly metrics: 'own'; readonly scrape: number; readonly own: MetricObject[] }
  | { readonly metrics: 'all'; readonly scrape: number; readonly all: string };

const isMessage = (message: unknown): message is Message =>
  typeof message === 'object' && message !== null && 'metrics' in message;

/** Scrapers wait ten seconds by default. */
const answerMs = 5_000;

type Waiting<Answer> = Map<number, (answer: Answer) => void>;

function answerTo<Answer>(waiting: Waiting<Answer>, scrape: number): Promise<Answer> {
  const { promise, resolve } = Promise.withResolvers<Answer>();
  waiting.set(scrape, resolve);
  return within(answerMs, promise).finally(() => waiting.delete(scrape));
}

/**
 * What a scrape of this process answers: its metrics, or those of all processes that share its port, added up.
 * @returns a function that rejects when the others do not answer
 */
export function scrapeOf(registry: Registry): () => Promise<string> {
  if (!cluster.isWorker) return () => registry.metrics();
  const waiting: Waiting<string> = new Map();
  const send = (message: Message) => process.send!(message);
  process.on('message', async message => {
    if (!isMessage(message)) return;
    const { scrape } = message;
    if (message.metrics === 'all') waiting.get(scrape)?.(message.all);
    if (message.metrics === 'asked') send({ metrics: 'own', scrape, own: await registry.getMetricsAsJSON() });
  });
  let scrapes = 0;
  return () => {
    scrapes += 1;
    const answer = answerTo(waiting, scrapes);
    send({ metrics: 'wanted', scrape: scrapes });
    return answer;
  };
}

/** Answer the scrapes that processes of this one receive. @param serving those that answer requests now */
export function addUpMetrics(serving: ReadonlySet<Worker>): void {
  const waiting: Waiting<MetricObject[]> = new Map();
  let asked = 0;
  const askAll = () =>
    [...serving]
      .filter(worker => worker.isConnected())
      .map(worker => {
        asked += 1;
        const answer = answerTo(waiting, asked);
        worker.send({ metrics: 'asked', scrape: asked } satisfies Message);
        return answer;
      });
  cluster.on('message', (worker, message: unknown) => {
    if (!isMessage(message)) return;
    if (message.metrics === 'own') waiting.get(message.scrape)?.(message.own);
    if (message.metrics !== 'wanted') return;
    const { scrape } = message;
    Promise.all(askAll())
      .then(async all => {
        const text = await AggregatorRegistry.aggregate(all).metrics();
        worker.send({ metrics: 'all', scrape, all: text } satisfies Message);
      })
      // The scrape is answered by its time limit.
      .catch(() => {});
  });
}
