import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { Fragment, type ReactNode, useRef, useState } from 'react';
import styles from './dialog.module.css';

interface DialogProps {
  /** Also the name that is read aloud. */
  readonly title: ReactNode;
  readonly description?: ReactNode;
  readonly isOpen: boolean;
  /** Without it, only the content of the dialog can close the dialog. */
  readonly onClose?: () => void;
  readonly children: ReactNode;
  /** `steady`: the same whatever it shows, with its buttons (`data-dialog-buttons`) at its end. Default: that of the content. */
  readonly height?: 'content' | 'steady';
}

const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]';

/** A modal dialog: it keeps the focus inside and gives it back at its end. */
export function Dialog({ title, description, isOpen, onClose, children, height = 'content' }: DialogProps): ReactNode {
  const popup = useRef<HTMLDivElement>(null);
  // The library removes a closed dialog with a later frame. One that is opened before that begins anew all the same.
  const [opened, setOpened] = useState({ isOpen, times: 0 });
  if (opened.isOpen !== isOpen) setOpened({ isOpen, times: opened.times + (isOpen ? 1 : 0) });
  // At once: the library waits for the next frame, and what is typed until then would be lost.
  const focusFirst = () => {
    const first = popup.current?.querySelector<HTMLElement>(focusable);
    first?.focus();
    return first == null;
  };
  return (
    <Base.Root open={isOpen} onOpenChange={open => !open && onClose?.()}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Popup ref={popup} initialFocus={focusFirst} className={`${styles.popup} ${styles[height]}`} data-in-order>
          <Base.Title className={styles.title}>{title}</Base.Title>
          {description && <Base.Description className={styles.description}>{description}</Base.Description>}
          <Fragment key={opened.times}>{children}</Fragment>
          {/* Last, so that the focus begins in what the dialog is for. */}
          {onClose && (
            <Base.Close className={styles.close} aria-label="Close" data-stays>
              <X size={16} aria-hidden="true" />
            </Base.Close>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
