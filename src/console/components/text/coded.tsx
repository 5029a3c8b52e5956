import type { ReactNode } from 'react';

/** A sentence of the service in which backticks mark code. */
export function Coded({ children }: { readonly children: string }): ReactNode {
  return children.split('`').map((part, index, { length }) => {
    const isCode = index % 2 === 1 && index < length - 1;
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence have no other identity
    return isCode ? <code key={index}>{part}</code> : index % 2 === 1 ? `\`${part}` : part;
  });
}
