import type { ReactNode } from 'react';
import { Dialog } from '../components/controls/dialog.tsx';
import styles from './keys-dialog.module.css';
import { navigation } from './navigation.ts';

/** Lists the keys that work everywhere. */
export function KeysDialog({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }): ReactNode {
  return (
    <Dialog title="Keys" isOpen={isOpen} onClose={onClose}>
      <dl className={styles.keys}>
        <dt>
          <kbd>/</kbd> or <kbd>Ctrl</kbd> <kbd>K</kbd>
        </dt>
        <dd>Search for a page or an object</dd>
        <dt>
          <kbd>?</kbd>
        </dt>
        <dd>This list</dd>
        <dt>
          <kbd>Esc</kbd>
        </dt>
        <dd>Close what is open</dd>
        {navigation.map(({ key, label, to }) => (
          <div key={to}>
            <dt>
              <kbd>g</kbd> <kbd>{key}</kbd>
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
