// Saving a query: a new one, or the next version of one. When somebody else has saved it meanwhile, both texts are shown.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { api } from '../../api/api.ts';
import { ApiError } from '../../api/api-error.ts';
import { Button } from '../../components/controls/button.tsx';
import { Dialog } from '../../components/controls/dialog.tsx';
import { Field } from '../../components/controls/field.tsx';
import { ErrorPanel } from '../../components/feedback/error-panel.tsx';
import { Time } from '../../components/text/time.tsx';
import type { SavedQuery } from './library.tsx';
import { headerOf, withTags } from './query-text.ts';
import styles from './sql.module.css';

interface SaveDialogProps {
  readonly text: string;
  /** The saved query that is open; undefined: a new one is saved. */
  readonly open: SavedQuery | undefined;
  readonly name: string;
  readonly description: string;
  readonly onSaved: (saved: SavedQuery) => void;
  /** Called when the reader chooses the text that somebody else has saved meanwhile. */
  readonly onTheirs: (saved: SavedQuery) => void;
  readonly onClose: () => void;
}

export function SaveDialog({ text, open, onSaved, onTheirs, onClose, ...initial }: SaveDialogProps): ReactNode {
  const [name, setName] = useState(initial.name);
  const [description, setDescription] = useState(initial.description);
  const [tags, setTags] = useState(headerOf(text).tags.join(', '));
  const [theirs, setTheirs] = useState<SavedQuery>();
  const cache = useQueryClient();
  const wanted = { name: name.trim(), query_string: withTags(text, listed(tags)), ...(description && { description }) };
  const save = useMutation({
    mutationFn: async (asNew: boolean) => {
      const base = theirs ?? open;
      if (asNew || !base) return (await api.POST('/v1/query/saved-queries', { body: wanted })).data!;
      const params = { path: { query_id: base.query_id } };
      const body = { ...wanted, model: base.model, version: base.version };
      return (await api.PUT('/v1/query/saved-queries/{query_id}', { params, body })).data!;
    },
    onSuccess: async saved => {
      await cache.invalidateQueries({ queryKey: ['saved-queries'] });
      onSaved(saved);
    },
    onError: async error => {
      if (!(error instanceof ApiError) || error.code !== 'VERSION_CONFLICT' || !open) return;
      const params = { path: { query_id: open.query_id } };
      const { data } = await api.GET('/v1/query/saved-queries/{query_id}', { params });
      setTheirs(data);
    },
  });
  const isTaken = save.error instanceof ApiError && save.error.code === 'NAME_CONFLICT';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(open === undefined);
  };
  return (
    <Dialog title={open ? 'Save the query' : 'Save a new query'} isOpen onClose={onClose}>
      <form onSubmit={submit}>
        <Field
          label="Name"
          required
          maxLength={200}
          value={name}
          problem={isTaken ? 'Another saved query has this name. Choose another one.' : undefined}
          onChange={event => setName(event.target.value)}
        />
        <Field label="What it answers" value={description} onChange={event => setDescription(event.target.value)} />
        <Field
          label="Tags"
          hint="Separated by commas. They are kept in the first lines of the query."
          value={tags}
          onChange={event => setTags(event.target.value)}
        />
        {theirs ? (
          <Conflict mine={wanted.query_string} theirs={theirs} />
        ) : (
          save.error && !isTaken && <ErrorPanel error={save.error} what="The query could not be saved" />
        )}
        <div className={styles.choices}>
          {theirs && <Button onClick={() => onTheirs(theirs)}>Open theirs</Button>}
          {open && (
            <Button disabled={save.isPending} onClick={() => save.mutate(true)}>
              Save as a new query
            </Button>
          )}
          <Button type="submit" look="primary" disabled={save.isPending || wanted.name === ''}>
            {theirs ? 'Replace theirs' : 'Save'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function Conflict({ mine, theirs }: { readonly mine: string; readonly theirs: SavedQuery }): ReactNode {
  return (
    <div role="alert" className={styles.conflict}>
      <p>
        Somebody else has saved this query <Time at={theirs.last_modified_at} age />. Nothing of yours is lost.
      </p>
      <div>
        <section aria-label="Your text">
          <h3>Yours</h3>
          <pre>{mine}</pre>
        </section>
        <section aria-label="Their text">
          <h3>Theirs</h3>
          <pre>{theirs.query_string}</pre>
        </section>
      </div>
    </div>
  );
}

function listed(tags: string): string[] {
  const words = tags.split(',').map(tag => tag.replaceAll(/\s+/g, ' ').trim());
  return [...new Set(words)].filter(tag => tag !== '');
}
