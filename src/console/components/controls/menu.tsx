import { Menu as Base } from '@base-ui/react/menu';
import type { ReactNode } from 'react';
import styles from './menu.module.css';

export interface MenuItem {
  readonly label: ReactNode;
  readonly onSelect: () => void;
  readonly isDisabled?: boolean;
}

/** A button that opens a list of actions. */
export function Menu({
  label,
  trigger,
  items,
}: {
  readonly label: string;
  readonly trigger: ReactNode;
  readonly items: readonly MenuItem[];
}): ReactNode {
  return (
    <Base.Root>
      <Base.Trigger className={styles.trigger} aria-label={label}>
        {trigger}
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner className={styles.positioner} sideOffset={4} align="end">
          <Base.Popup className={styles.popup}>
            {items.map(({ label: text, onSelect, isDisabled = false }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the items of a menu keep their places
              <Base.Item key={index} className={styles.item} disabled={isDisabled} onClick={onSelect}>
                {text}
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
