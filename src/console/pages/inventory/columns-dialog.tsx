import { Columns3 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { Dialog } from '../../components/controls/dialog.tsx';
import { type Collection, usualColumns } from './collection.ts';
import styles from './inventory.module.css';

interface ColumnsDialogProps {
  readonly collection: Collection;
  readonly chosen: readonly string[];
  readonly onChoose: (columns: readonly string[]) => void;
}

/** Chooses the columns. This browser keeps the choice. */
export function ColumnsDialog({ collection, chosen, onChoose }: ColumnsDialogProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const [wanted, setWanted] = useState('');
  const text = wanted.trim().toLowerCase();
  const fields = collection.fields.filter(({ name, label, description }) =>
    `${name} ${label} ${description}`.toLowerCase().includes(text),
  );
  const toggle = (name: string) => {
    const next = chosen.includes(name) ? chosen.filter(each => each !== name) : [...chosen, name];
    if (next.length > 0) onChoose(next);
  };
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Columns3 size={15} aria-hidden="true" />
        Columns
      </Button>
      <Dialog title="Columns" isOpen={isOpen} onClose={() => setOpen(false)}>
        <div className={styles.columnsHeader}>
          <input
            type="search"
            aria-label="Find a field"
            placeholder="Find a field"
            value={wanted}
            onChange={event => setWanted(event.target.value)}
          />
          <Button onClick={() => onChoose(usualColumns(collection))}>The usual ones</Button>
        </div>
        <ul className={styles.columns}>
          {fields.map(({ name, label, description }) => (
            <li key={name}>
              <label>
                <input type="checkbox" checked={chosen.includes(name)} onChange={() => toggle(name)} />
                <span>
                  {label}
                  <small>
                    {description} <code>{name}</code>
                  </small>
                </span>
              </label>
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  );
}
