import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './dialog.module.css';

interface DialogProps {
  readonly title: string;
  readonly description?: ReactNode;
  readonly isOpen: boolean;
  /** Without it, only the content of the dialog can close the dialog. */
  readonly onClose?: () => void;
  readonly children: ReactNode;
  readonly place?: 'middle' | 'top';
}

/** A modal dialog: it keeps the focus inside and gives it back at its end. */
export function Dialog({ title, description, isOpen, onClose, children, place = 'middle' }: DialogProps): ReactNode {
  return (
    <Base.Root open={isOpen} onOpenChange={open => !open && onClose?.()}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Popup className={`${styles.popup} ${styles[place]}`}>
          <Base.Title className={styles.title}>{title}</Base.Title>
          {description && <Base.Description className={styles.description}>{description}</Base.Description>}
          {children}
          {/* Last, so that the focus begins in what the dialog is for. */}
          {onClose && (
            <Base.Close className={styles.close} aria-label="Close">
              <X size={16} aria-hidden="true" />
            </Base.Close>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
