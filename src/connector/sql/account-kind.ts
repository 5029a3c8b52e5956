// Whether a login of a database server belongs to a person or to a machine. The servers do not tell, so settings decide.
import { z } from 'zod';

const patterns = z.array(z.string().min(1));

/** Settings that connectors to database servers share. */
export const accountKindSettings = {
  people: patterns
    .optional()
    .describe('Names of logins of people, with `*` for any characters. When set, all other logins are machines'),
  machines: patterns.default([]).describe('Names of logins of programs, with `*` for any characters'),
};

/** A name matches when one of the patterns does; `*` stands for any characters. */
export function nameMatcher(names: readonly string[]): (name: string) => boolean {
  const expressions = names.map(
    name => new RegExp(`^${name.replace(/[^*]+/g, literal => RegExp.escape(literal)).replace(/\*+/g, '.*')}$`, 'su'),
  );
  return name => expressions.some(expression => expression.test(name));
}

export interface LoginFacts {
  readonly name: string;
  readonly isAdmin: boolean;
  /** The server shows that a program uses it, for example because it may only replicate. */
  readonly isMachine?: boolean;
}

export type KindOfLogin = (facts: LoginFacts) => { readonly type: 'User' | 'Machine'; readonly subType: string };

/** `machines` counts first, then `people`, then what the server shows. */
export function loginKinds(settings: {
  readonly people?: readonly string[] | undefined;
  readonly machines: readonly string[];
}): KindOfLogin {
  const isMachineName = nameMatcher(settings.machines);
  const isPersonName = nameMatcher(settings.people ?? []);
  const isMachine = ({ name, isMachine: seemsMachine = false }: LoginFacts) => {
    if (isMachineName(name)) return true;
    return settings.people ? !isPersonName(name) : seemsMachine;
  };
  return facts => {
    if (isMachine(facts)) return { type: 'Machine', subType: 'ServiceAccount' };
    return { type: 'User', subType: facts.isAdmin ? 'Admin' : 'Unknown' };
  };
}
