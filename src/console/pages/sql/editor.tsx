// The SQL editor. It lives in a shadow root: there CodeMirror adds its rules as adopted style sheets, which the content security policy
// allows, instead of style elements, which it does not.
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { PostgreSQL, sql } from '@codemirror/lang-sql';
import { bracketMatching, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  placeholder,
} from '@codemirror/view';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { editorTheme, highlighting } from './editor-theme.ts';
import { columnCompletion, keywordCompletion, namespaceOf, type SchemaTable, shorterFirst } from './schema.ts';
import styles from './sql.module.css';

/** A place in the text at which the service found a problem. 1-based; columns count characters. */
export interface Problem {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

interface EditorProps {
  readonly text: string;
  readonly tables: readonly SchemaTable[];
  /** Gets a function that writes a text at the cursor. */
  readonly writer: RefObject<((text: string) => void) | undefined>;
  readonly problem: Problem | undefined;
  readonly onChange: (text: string) => void;
  /** @param text what the editor has now; the page may not have been drawn with it yet */
  readonly onRun: (text: string) => void;
}

export function Editor({ text, tables, writer, problem, onChange, onRun }: EditorProps): ReactNode {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const language = useRef(new Compartment());
  const calls = useRef({ onChange, onRun });
  calls.current = { onChange, onRun };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor is made once; later texts and schemas are given to it below
  useEffect(() => {
    const root = host.current!.shadowRoot ?? host.current!.attachShadow({ mode: 'open' });
    const made = new EditorView({
      root,
      parent: root,
      state: EditorState.create({ doc: text, extensions: extensions() }),
    });
    view.current = made;
    writer.current = written => {
      made.dispatch(made.state.replaceSelection(written));
      made.focus();
    };
    return () => made.destroy();
  }, []);

  const run = ({ state }: EditorView) => {
    calls.current.onRun(state.doc.toString());
    return true;
  };
  const extensions = () => [
    // No key map has Tab, so that Tab leaves the editor, as everywhere on the page. This one comes before CodeMirror's own, which give
    // Mod-Enter another meaning.
    keymap.of([{ key: 'Mod-Enter', preventDefault: true, run }]),
    keymap.of([
      ...closeBracketsKeymap,
      ...defaultKeymap,
      ...historyKeymap,
      ...completionKeymap,
      ...searchKeymap,
      ...lintKeymap,
    ]),
    lineNumbers(),
    highlightSpecialChars(),
    history(),
    drawSelection(),
    bracketMatching(),
    closeBrackets(),
    autocompletion({ icons: false, compareCompletions: shorterFirst }),
    highlightActiveLine(),
    highlightSelectionMatches(),
    lintGutter(),
    placeholder('SELECT … FROM accounts'),
    syntaxHighlighting(highlighting),
    editorTheme,
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ 'aria-label': 'SQL', spellcheck: 'false', tabindex: '0' }),
    EditorView.updateListener.of(update => {
      if (update.docChanged) calls.current.onChange(update.state.doc.toString());
    }),
    language.current.of(languageOf(tables)),
  ];

  useEffect(() => {
    view.current?.dispatch({ effects: language.current.reconfigure(languageOf(tables)) });
  }, [tables]);

  useEffect(() => {
    const state = view.current?.state;
    if (state && state.doc.toString() !== text) {
      view.current!.dispatch({ changes: { from: 0, to: state.doc.length, insert: text } });
    }
  }, [text]);

  useEffect(() => {
    if (!view.current) return;
    const found = problem ? [diagnosticOf(view.current.state, problem)] : [];
    view.current.dispatch(setDiagnostics(view.current.state, found));
  }, [problem]);

  return <div ref={host} className={styles.editor} />;
}

function languageOf(tables: readonly SchemaTable[]) {
  return [
    sql({ dialect: PostgreSQL, schema: namespaceOf(tables), upperCaseKeywords: true, keywordCompletion }),
    PostgreSQL.language.data.of({ autocomplete: columnCompletion(tables) }),
  ];
}

function diagnosticOf({ doc }: EditorState, { line, column, message }: Problem): Diagnostic {
  const { from, to, text } = doc.line(Math.min(Math.max(line, 1), doc.lines));
  const before = [...text].slice(0, column - 1).join('').length;
  const at = Math.min(from + before, to);
  const word = /^[\w.]+/.exec(doc.sliceString(at, to))?.[0].length ?? 1;
  return { from: at, to: Math.min(at + word, to), severity: 'error', message };
}
