import { errorCodes } from '../../src/errors.ts';
import { reasonCodes } from '../../src/queries/refusal.ts';
import { page, table } from './markdown.ts';

/** Every error code with its status and meaning. */
export function errorsReference(): string {
  const rows = Object.entries(errorCodes).map(([code, { status, meaning }]) => [
    `\`${code}\``,
    String(status),
    meaning,
  ]);
  return page(
    '# Errors',
    'The body of every error is `{code, message, details?, reasons?}`. Branch on `code`: a code, once published, keeps its name, its status and its meaning. `message` is for people and may change; `details` holds free-form context; `reasons` lists nested causes as `{code, message}`.',
    table(['Code', 'Status', 'Meaning'], rows),
    `The codes in \`reasons\` of a \`QUERY_PARSE_ERROR\` are ${reasonCodes.map(code => `\`${code}\``).join(', ')}.`,
  );
}
