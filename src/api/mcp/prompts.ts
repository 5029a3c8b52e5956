// Questions that people ask again and again, as prompts. Their texts are static.
import { z } from 'zod';

export interface AssistantPrompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly args: Readonly<Record<string, z.ZodOptional<z.ZodString>>>;
  text(args: Readonly<Record<string, string | undefined>>): string;
}

const ending =
  'For each finding give the evidence: names, the path or the dates, and the version of the answer. Say what is unknown (`unknown`). Do not propose a change unless I ask for it.';

const days = (what: string) =>
  z
    .string()
    .regex(/^\d{1,4}$/, 'is a number of days')
    .optional()
    .describe(what);

export const assistantPrompts: readonly AssistantPrompt[] = [
  {
    name: 'leavers',
    title: 'Leavers with access',
    description: 'People who have left and can still sign in or act',
    args: {},
    text: () =>
      `Which people have left and still have an enabled account or a usable key? Call risks with rule \`leaver_with_enabled_account\` and with rule \`key_of_leaver\`. For the worst, call what_can_reach. ${ending}`,
  },
  {
    name: 'unused_access',
    title: 'Unused access',
    description: 'Accounts, keys and privileged grants that nobody uses',
    args: { days: days('Unused for at least so many days; default 90') },
    text: ({ days: count = '90' }) =>
      `Which accounts, keys and privileged grants were not used for ${count} days or more? Call risks with the rules \`dormant_account\`, \`unused_key\` and \`unused_privileged_grant\`, and use saved_queries for the shipped query about unused grants. An age that is only a lower bound has to be named as such. ${ending}`,
  },
  {
    name: 'key_without_owner',
    title: 'Keys without owner',
    description: 'Tokens and keys that belong to nobody, and what they can do',
    args: {},
    text: () =>
      `Which tokens, keys and machine accounts have no owner? Call risks with rule \`key_without_owner\` and with rule \`machine_account_without_owner\`. For the worst three call blast_radius. ${ending}`,
  },
  {
    name: 'who_gained_admin',
    title: 'Who gained administration',
    description: 'Who became an administrator lately, and through what',
    args: { days: days('Within so many days; default 30') },
    text: ({ days: count = '30' }) =>
      `Who became an administrator within the last ${count} days, and through what? Run the shipped query \`Who gained admin\` with query (saved_queries shows its parameters), and call changes for new grants and memberships. For each, call what_can_reach. ${ending}`,
  },
];
