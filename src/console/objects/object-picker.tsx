// Chooses one object by name.
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { api } from '../api/api.ts';
import { IconButton } from '../components/controls/button.tsx';
import { Combobox } from '../components/controls/combobox.tsx';
import { usePaused } from '../components/controls/use-paused.ts';
import { Tag } from '../components/feedback/tag.tsx';
import { Text } from '../components/text/text.tsx';
import type { End } from './ends.ts';
import styles from './object-picker.module.css';
import { knownType, type ObjectType } from './object-types.ts';
import { applicationInstanceOf, nameOf, objectQuery } from './served-object.ts';
import { useSourceName } from './sources.ts';

interface ObjectPickerProps {
  readonly label: string;
  readonly placeholder: string;
  readonly types: readonly ObjectType[];
  readonly chosen: End | undefined;
  readonly onChoose: (end: End | undefined) => void;
}

const shownOfType = 5;

export function ObjectPicker(props: ObjectPickerProps): ReactNode {
  return props.chosen ? <Chosen {...props} chosen={props.chosen} /> : <Box {...props} />;
}

function Chosen({ label, chosen, onChoose }: ObjectPickerProps & { readonly chosen: End }): ReactNode {
  const known = knownType(chosen.type)!;
  const { data, isPending } = useQuery(objectQuery(known, chosen.id));
  const sourceName = useSourceName();
  const instance = data && applicationInstanceOf(data);
  // An id could take more lines than the name that replaces it.
  const unnamed = isPending ? '…' : chosen.id;
  return (
    <div>
      <span className={styles.pickerLabel}>{label}</span>
      <div className={styles.chosen}>
        <Tag>{known.one}</Tag>
        <Text line>{data ? nameOf(data) : unnamed}</Text>
        {/* A person is of no source, and objects of several sources may have one name. */}
        {instance !== undefined && chosen.type !== 'Person' && (
          <small>
            <Text line>{sourceName(instance)}</Text>
          </small>
        )}
        <IconButton label={`Choose another: ${label}`} onClick={() => onChoose(undefined)}>
          <X size={15} aria-hidden="true" />
        </IconButton>
      </div>
    </div>
  );
}

function Box({ label, placeholder, types, onChoose }: ObjectPickerProps): ReactNode {
  const sourceName = useSourceName();
  const [text, setText] = useState('');
  const asked = usePaused(text.trim());
  const { data, error, isLoading, isPlaceholderData } = useQuery({
    queryKey: ['found objects', types, asked],
    queryFn: ({ signal }) => find(asked, types, signal),
    enabled: asked !== '',
    placeholderData: former => former,
  });
  const isWaiting = isLoading || isPlaceholderData || asked !== text.trim();
  const items = text.trim() === '' ? [] : (data ?? []);
  const found = items.map(({ type, objectId, objectName, alias, applicationInstanceId }) => ({
    key: objectId,
    type,
    name: objectName ?? alias ?? objectId,
    detail: [alias, applicationInstanceId && sourceName(applicationInstanceId)].filter(Boolean).join(' · '),
    kind: knownType(type)?.one ?? type,
    isFormer: isWaiting,
  }));
  const isVain = asked !== '' && !isWaiting && error === null && found.length === 0;
  return (
    <Combobox
      label={label}
      placeholder={placeholder}
      place="over"
      text={text}
      onText={setText}
      found={found}
      isWaiting={isWaiting}
      onChoose={({ type, key }) => onChoose({ type, id: key })}
      error={error}
      status={isVain && 'Nothing that fits here has this name.'}
    />
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
