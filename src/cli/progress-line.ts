// A progress line that is overwritten. Shown only on a terminal.

export interface ProgressLine {
  say(text: string): void;
  end(): void;
}

export function progressOn(stream: NodeJS.WriteStream): ProgressLine {
  let shown = '';
  const show = (text: string) => {
    if (!stream.isTTY || text === shown) return;
    stream.write(`\r\u001b[0K${text}`);
    shown = text;
  };
  return { say: show, end: () => show('') };
}
