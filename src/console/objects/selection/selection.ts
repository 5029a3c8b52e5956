// Accounts that a reader has selected in a list, to change them together. Going back to the list finds them selected.
import { useEntryState } from '../../app/entry-state.ts';

export interface SelectedAccount {
  /** Global id. */
  readonly id: string;
  readonly name: string;
  /** Application instance, or the name in the configuration; undefined when the list shows neither. */
  readonly source?: string | undefined;
}

export interface Selection {
  readonly accounts: readonly SelectedAccount[];
  has(id: string): boolean;
  toggle(account: SelectedAccount): void;
  /** Selects these accounts and no other. */
  choose(accounts: readonly SelectedAccount[]): void;
  clear(): void;
}

/** The most accounts that one job changes. */
const mostSelected = 1000;

/** @param label names the list */
export function useSelection(label: string): Selection {
  const [accounts, set] = useEntryState<readonly SelectedAccount[]>(`selection of ${label}`, []);
  const has = (id: string) => accounts.some(each => each.id === id);
  return {
    accounts,
    has,
    toggle(account) {
      if (has(account.id)) set(accounts.filter(({ id }) => id !== account.id));
      else if (accounts.length < mostSelected) set([...accounts, account]);
    },
    choose: next => set(next.slice(0, mostSelected)),
    clear: () => set([]),
  };
}
