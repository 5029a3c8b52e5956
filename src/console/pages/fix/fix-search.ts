// Which accounts the page is about, as the address has it.
import { textOf } from '../../app/address.ts';

export interface FixSearch {
  /** Local id of a risk rule, such as `leaver_with_enabled_account`. */
  readonly rule?: string;
  /** A condition of SQL over the table `accounts`. */
  readonly where?: string;
  /** Application instance. */
  readonly source?: string;
  /** Accounts that were picked one by one: global ids, separated by spaces. */
  readonly accounts?: string;
  /** Managers and owners are asked first. */
  readonly ask?: true;
}

/** Whether anything says which accounts. A source alone would mean all of its accounts. */
export const saysWhich = ({ rule, where, accounts }: FixSearch): boolean =>
  rule !== undefined || where !== undefined || accounts !== undefined;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Keeps only values of the right form, because anybody may have written the address. */
export function fixSearch(search: Readonly<Record<string, unknown>>): FixSearch {
  const [rule, where, source] = ['rule', 'where', 'source'].map(name => textOf(search[name]));
  const accounts = textOf(search['accounts'])
    ?.split(' ')
    .filter(id => uuid.test(id))
    .join(' ');
  return {
    ...(rule && { rule }),
    ...(where && { where }),
    ...(source && uuid.test(source) && { source }),
    ...(accounts && { accounts }),
    ...(search['ask'] === true && { ask: true }),
  };
}
