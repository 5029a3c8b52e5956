import { Check, Copy } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { Button } from './button.tsx';
import styles from './copyable.module.css';
import { Field } from './field.tsx';

/** A text with a button that copies it. */
export function Copyable({ label, text }: { readonly label: string; readonly text: string }): ReactNode {
  const frame = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'shown' | 'copied' | 'refused'>('shown');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setState('copied');
    } catch {
      // Browsers give the clipboard to https and to this machine only.
      frame.current?.querySelector('input')?.select();
      setState('refused');
    }
  };
  return (
    <div ref={frame} className={styles.copyable}>
      <Field label={label} value={text} readOnly onFocus={({ target }) => target.select()} />
      <Button onClick={() => void copy()}>
        {state === 'copied' ? <Check size={14} aria-hidden="true" /> : <Copy size={14} aria-hidden="true" />}
        <span>
          {state === 'copied' ? 'Copied' : 'Copy'}
          <span className="visually-hidden"> the {label.toLowerCase()}</span>
        </span>
      </Button>
      {state === 'refused' && (
        <p role="status">The browser does not allow it here. The text is selected: press Ctrl+C.</p>
      )}
    </div>
  );
}
