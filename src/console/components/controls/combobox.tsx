// A box that finds something by name. Arrow keys mark, Enter takes; the focus stays in the box.
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
  /** Whether an earlier text has found it, and the answer for the text in the box is awaited. */
  readonly isFormer?: boolean;
}

interface ComboboxProps<Option extends ComboboxOption> {
  readonly label: string;
  readonly placeholder: string;
  /** `below`: the options are part of the page. `over`: they cover what is below, and the label is shown. */
  readonly place: 'below' | 'over';
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly found: readonly Option[];
  /** Whether the answer for the text in the box is awaited. */
  readonly isWaiting: boolean;
  readonly onChoose: (option: Option) => void;
  readonly error: unknown;
  readonly status: ReactNode;
}

/** The service takes no longer text. */
const longestText = 200;

export function Combobox<Option extends ComboboxOption>(props: ComboboxProps<Option>): ReactNode {
  const { label, placeholder, place, text, onText, found, onChoose, error, status } = props;
  const id = useId();
  const { chosen, onKeyDown, forget, release } = useChoice(props);
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
          forget();
        }}
        onBlur={release}
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

/**
 * The option that Enter takes: the one that the arrow keys have marked, or the first. Enter takes no option of an earlier
 * text that nobody has marked: it waits for the answer.
 */
function useChoice<Option extends ComboboxOption>(props: ComboboxProps<Option>) {
  const { place, onText, found, isWaiting, onChoose } = props;
  // A key: the rows of an answer that comes later may stand in another order.
  const [marked, setMarked] = useState<string>();
  const [isEntered, setIsEntered] = useState(false);
  /** Somebody who has left the box does not wait for its answer. */
  const release = () => setIsEntered(false);
  const forget = () => {
    setMarked(undefined);
    release();
  };
  const chosen = Math.max(
    0,
    found.findIndex(({ key }) => key === marked),
  );
  const option = found[chosen];
  const isOfText = option ? !option.isFormer || option.key === marked : !isWaiting;
  useEffect(() => {
    if (!isEntered || !isOfText) return;
    setIsEntered(false);
    if (option) onChoose(option);
  }, [isEntered, isOfText, option, onChoose]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') release();
    if (event.key === 'ArrowDown') setMarked(found[Math.min(chosen + 1, found.length - 1)]?.key);
    else if (event.key === 'ArrowUp') setMarked(found[Math.max(chosen - 1, 0)]?.key);
    else if (event.key === 'Enter') setIsEntered(true);
    else if (event.key === 'Escape' && place === 'over') onText('');
    else return;
    event.preventDefault();
  };
  return { chosen, onKeyDown, forget, release };
}
