// Two writable applications, whose groups come and go, and a service that has synced them.
import type { TestServiceOptions } from '../service/service.ts';
import { type Application, createApplication } from './application.ts';
import { startWritable, type WritableService } from './writable-service.ts';

export interface CrmAndHr {
  readonly crm: Application;
  readonly hr: Application;
  readonly service: WritableService;
  /** The global ids of the accounts of each, in the order of their names. */
  readonly ids: { readonly crm: readonly string[]; readonly hr: readonly string[] };
}

export async function startCrmAndHr(options: TestServiceOptions = {}): Promise<CrmAndHr> {
  const crm = createApplication({ accounts: 12 });
  const hr = createApplication({ accounts: 3 });
  // Groups come and go; the source would be held back for that.
  const service = await startWritable({ crm, hr }, { ...options, settings: { hold_back: { gone_percent: 100 } } });
  const idsOf = async (source: string) => {
    const items = await service.test.everyItem(`/v1/accounts?applicationInstanceId=${service.instance(source)}`);
    return items.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(item => item.globalId);
  };
  return { crm, hr, service, ids: { crm: await idsOf('crm'), hr: await idsOf('hr') } };
}
