// What a client of the protocol can read without a tool: the models, the rules and the ledger.
import { framedAnswer, longestResource, shortened } from './framed-answer.ts';
import type { Body, ServiceRequests } from './service-requests.ts';

export interface AssistantResource {
  readonly name: string;
  readonly uri: string;
  readonly title: string;
  readonly description: string;
  read(service: ServiceRequests): Promise<object>;
}

/** Rules in the resource. Sources may bring any number of their own; the tool risks finds the violations of all. */
const mostRules = 1000;

export const assistantResources: readonly AssistantResource[] = [
  {
    name: 'models',
    uri: 'rolecall://models',
    title: 'Models',
    description: 'The semantic models, and their tables. The tool describe_model has the columns.',
    async read(service) {
      const { items } = await service.send({ path: '/v1/schema/models' });
      const tablesOf = ({ tables }: Body) => tables.map(({ name, description }: Body) => `${name}: ${description}`);
      return items.map((model: Body) => ({
        name: model.name,
        description: model.description,
        tables: tablesOf(model),
      }));
    },
  },
  {
    name: 'rules',
    uri: 'rolecall://rules',
    title: 'Risk rules',
    description: 'The rules by which risks are found: severity, meaning and number of open violations.',
    async read(service) {
      const rules: Body[] = [];
      for (let pageToken: string | undefined; ; ) {
        const page = await service.send({ path: '/v1/risk-definitions', query: { pageSize: 200, pageToken } });
        rules.push(...page.items);
        // Before the first version, every page is empty and has a next page.
        if (page.nextPageToken === undefined || page.items.length === 0) break;
        if (rules.length >= mostRules) return { rules: rules.map(viewRule), isCut: true };
        pageToken = page.nextPageToken;
      }
      return { rules: rules.map(viewRule), isCut: false };
    },
  },
  {
    name: 'ledger',
    uri: 'rolecall://ledger',
    title: 'Ledger',
    description: 'What the last run of each source has read, what was rejected, and what could not be seen.',
    async read(service) {
      const { items, version } = await service.send({ path: '/v1/sources' });
      return { version, sources: items.map(viewSource) };
    },
  },
];

function viewRule({
  id,
  name,
  severity,
  description,
  references,
  isEnabled,
  analyticsOpenViolationCount: open,
}: Body): object {
  const brief = shortened(description, { text: 160, elements: 1 });
  return { rule: id, name, severity, isEnabled, openViolations: open, references, description: brief };
}

function viewSource({ sourceId, applicationInstanceId, connector, lastRun, reads, heldBack, stale }: Body): object {
  return {
    ...{ sourceId, applicationInstanceId, connector },
    lastRun: lastRun && { status: lastRun.status, endedAt: lastRun.endedAt, error: lastRun.error },
    heldBackSince: heldBack?.since,
    staleSince: stale && (stale.lastCompleteAt ?? 'never read completely'),
    reads: reads.map(({ type, status, rows, rejected, gaps, error }: Body) => {
      const seen = gaps.slice(0, 3).map(({ message }: Body) => message);
      return {
        type,
        status,
        rows,
        ...(rejected > 0 && { rejected }),
        ...(seen.length > 0 && { gaps: seen, gapCount: gaps.length }),
        error,
      };
    }),
  };
}

/** The whole resource in one text, with data between the lines of the frame. */
export async function resourceText({ title, read }: AssistantResource, service: ServiceRequests): Promise<string> {
  return framedAnswer(`${title} of Rolecall.`, { content: await read(service) }, { most: longestResource }).text;
}
