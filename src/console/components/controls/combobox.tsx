// A box that finds something by name. Arrow keys choose, Enter takes; the focus stays in the box.
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { ErrorPanel } from '../feedback/error-panel.tsx';
import { Tag } from '../feedback/tag.tsx';
import { Text } from '../text/text.tsx';
import styles from './combobox.module.css';

export interface ComboboxOption {
  readonly key: string;
  readonly name: string;
  readonly detail?: string | undefined;
  /** What kind of thing it is. */
  readonly kind: string;
}

interface ComboboxProps<Option extends ComboboxOption> {
  readonly label: string;
  readonly placeholder: string;
  /** `below`: the options are part of the page. `over`: they cover what is below, and the label is shown. */
  readonly place: 'below' | 'over';
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly found: readonly Option[];
  readonly onChoose: (option: Option) => void;
  readonly error: unknown;
  readonly status: ReactNode;
}

/** The service takes no longer text. */
const longestText = 200;

export function Combobox<Option extends ComboboxOption>(props: ComboboxProps<Option>): ReactNode {
  const { label, placeholder, place, text, onText, found, onChoose, error, status } = props;
  const id = useId();
  const [chosen, setChosen] = useState(0);
  const onKeyDown = (event: KeyboardEvent) => {
    const option = found[chosen];
    if (event.key === 'ArrowDown') setChosen(Math.min(chosen + 1, found.length - 1));
    else if (event.key === 'ArrowUp') setChosen(Math.max(chosen - 1, 0));
    else if (event.key === 'Enter' && option) onChoose(option);
    else if (event.key === 'Escape' && place === 'over') onText('');
    else return;
    event.preventDefault();
  };
  useEffect(() => {
    document.getElementById(`${id}-${chosen}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, chosen]);
  return (
    <div className={styles[place]}>
      {place === 'over' && (
        <label htmlFor={`${id}-box`} className={styles.label}>
          {label}
        </label>
      )}
      <input
        id={`${id}-box`}
        type="search"
        role="combobox"
        aria-label={label}
        aria-expanded={found.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        {...(found.length > 0 && { 'aria-activedescendant': `${id}-${chosen}` })}
        placeholder={placeholder}
        maxLength={longestText}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={event => {
          onText(event.target.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
      />
      {error !== null && <ErrorPanel error={error} what="The search failed" />}
      <div id={`${id}-list`} role="listbox" aria-label={`Found: ${label}`} className={styles.list}>
        {found.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the box above has the keys
          <div
            key={option.key}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            className={styles.option}
            onClick={() => onChoose(option)}
          >
            <span className={styles.name}>
              <Text line>{option.name}</Text>
              {option.detail && (
                <small>
                  <Text line>{option.detail}</Text>
                </small>
              )}
            </span>
            <Tag>{option.kind}</Tag>
          </div>
        ))}
      </div>
      <p role="status" className={styles.status}>
        {status}
      </p>
    </div>
  );
}
