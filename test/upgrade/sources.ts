// The scripted sources of a fixture, for the release that makes it and for every later release that opens it.
import type { Gap } from '../../src/connector/contract.ts';
import { resourceOf } from '../../src/resources/registry.ts';
import { everyType, type Pages, pagesOf, type Script, sampleRecord } from '../support/scripted-source.ts';

/** The number of records of each type that source `app` lands completely. */
export const count = 12;
/** The number of accounts that the interrupted run has landed: two batches of one page each. */
export const landedBeforeTheCut = 20;
export const accountsOfTheCutSource = 30;
const pageSize = 10;

const account = (index: number) => sampleRecord(resourceOf('Account')!, index);
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);

/** Source `app` at its first run: every type, with one invalid record among the roles. */
export function completeRun(): Script {
  const script = everyType(count);
  const roles = range(0, count).map(index => sampleRecord(resourceOf('Role')!, index));
  return { ...script, Role: pagesOf([...roles, { id: 'no-role', name: 17 }]) };
}

/** Source `app` at its second run: some accounts, two of them new and one renamed, and a gap for the others. */
export function incompleteRun(): Script {
  const gap: Gap = { missing: 'objects', reason: 'forbidden', subject: 'accounts', message: 'the rest was refused' };
  return {
    ...everyType(count),
    *Account() {
      yield { records: [{ ...account(0), name: 'renamed' }, account(count), account(count + 1)], gaps: [gap] };
    },
  };
}

/** Source `cut`: accounts page by page; `beforePage` may never resolve. */
export function cutSource(beforePage: (start: number) => Promise<void> = async () => {}): Script {
  const pages: Pages = async function* (cursor) {
    for (let start = Number(cursor ?? 0); start < accountsOfTheCutSource; start += pageSize) {
      await beforePage(start);
      yield {
        records: range(start, Math.min(start + pageSize, accountsOfTheCutSource)).map(account),
        cursor: String(start + pageSize),
      };
    }
  };
  return { Account: pages };
}
