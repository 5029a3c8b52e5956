// A box that finds one object by name. Arrow keys choose, Enter takes; the focus stays in the box.
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { api } from '../../api/api.ts';
import { IconButton } from '../../components/controls/button.tsx';
import { usePaused } from '../../components/controls/use-paused.ts';
import { ErrorPanel } from '../../components/feedback/error-panel.tsx';
import { Tag } from '../../components/feedback/tag.tsx';
import { Text } from '../../components/text/text.tsx';
import { knownType, type ObjectType } from '../../objects/object-types.ts';
import { nameOf, objectQuery } from '../../objects/served-object.ts';
import { useSourceName } from '../../objects/sources.ts';
import styles from './access.module.css';
import type { End } from './ends.ts';

interface ObjectPickerProps {
  readonly label: string;
  readonly placeholder: string;
  readonly types: readonly ObjectType[];
  readonly chosen: End | undefined;
  readonly onChoose: (end: End | undefined) => void;
}

const longestText = 200;
const shownOfType = 5;

export function ObjectPicker(props: ObjectPickerProps): ReactNode {
  return (
    <div className={styles.picker}>
      {props.chosen ? <Chosen {...props} chosen={props.chosen} /> : <Box {...props} />}
    </div>
  );
}

function Chosen({ label, chosen, onChoose }: ObjectPickerProps & { readonly chosen: End }): ReactNode {
  const known = knownType(chosen.type)!;
  const { data } = useQuery(objectQuery(known, chosen.id));
  return (
    <>
      <span className={styles.pickerLabel}>{label}</span>
      <div className={styles.chosen}>
        <Tag>{known.one}</Tag>
        <Text line>{data ? nameOf(data) : chosen.id}</Text>
        <IconButton label={`Choose another: ${label}`} onClick={() => onChoose(undefined)}>
          <X size={15} aria-hidden="true" />
        </IconButton>
      </div>
    </>
  );
}

function Box({ label, placeholder, types, onChoose }: ObjectPickerProps): ReactNode {
  const id = useId();
  const sourceName = useSourceName();
  const [text, setText] = useState('');
  const [place, setPlace] = useState(0);
  const asked = usePaused(text.trim());
  const { data, error, isFetching } = useQuery({
    queryKey: ['found objects', types, asked],
    queryFn: ({ signal }) => find(asked, types, signal),
    enabled: asked !== '',
    placeholderData: former => former,
  });
  const found = text.trim() === '' ? [] : (data ?? []);
  const onKeyDown = (event: KeyboardEvent) => {
    const item = found[place];
    if (event.key === 'ArrowDown') setPlace(Math.min(place + 1, found.length - 1));
    else if (event.key === 'ArrowUp') setPlace(Math.max(place - 1, 0));
    else if (event.key === 'Escape') setText('');
    else if (event.key === 'Enter' && item) onChoose({ type: item.type, id: item.objectId });
    else return;
    event.preventDefault();
  };
  const isEmpty = asked !== '' && asked === text.trim() && !isFetching && error === null && found.length === 0;
  return (
    <>
      <label htmlFor={`${id}-box`} className={styles.pickerLabel}>
        {label}
      </label>
      <input
        id={`${id}-box`}
        type="search"
        role="combobox"
        aria-expanded={found.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        {...(found.length > 0 && { 'aria-activedescendant': `${id}-${place}` })}
        placeholder={placeholder}
        maxLength={longestText}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={event => {
          setText(event.target.value);
          setPlace(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={`${id}-list`} role="listbox" aria-label={`Found: ${label}`} className={styles.found}>
        {found.map((item, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the box above has the keys
          <div
            key={item.objectId}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === place}
            className={styles.option}
            onClick={() => onChoose({ type: item.type, id: item.objectId })}
          >
            <span className={styles.lineName}>
              <Text line>{item.objectName ?? item.alias ?? item.objectId}</Text>{' '}
              <small className={styles.hint}>
                <Text line>
                  {[item.alias, item.applicationInstanceId && sourceName(item.applicationInstanceId)]
                    .filter(Boolean)
                    .join(' · ')}
                </Text>
              </small>
            </span>
            <Tag>{knownType(item.type)?.one ?? item.type}</Tag>
          </div>
        ))}
      </div>
      <p role="status" className={styles.hint}>
        {isEmpty && 'Nothing that fits here has this name.'}
      </p>
      {error !== null && <ErrorPanel error={error} what="The search failed" />}
    </>
  );
}

/** The search takes one type, or all; a few of each type are asked for, so that many of one type do not hide the others. */
async function find(q: string, types: readonly ObjectType[], signal: AbortSignal) {
  const answers = types.map(async type => {
    const { data } = await api.GET('/v1/search', { params: { query: { q, type, limit: shownOfType } }, signal });
    return data!.items.map(item => ({ ...item, type }));
  });
  return (await Promise.all(answers)).flat();
}
