// Names of groups that exist in another form, or that a directory refuses, and what a preview and a job say of each.
import { ldap } from '../../../connectors/ldap/index.ts';
import { openActor } from '../../conformance/acting.ts';

export const groupNames = [
  ...[
    'Fresh',
    'ENGINEERS',
    'all  staff',
    ' engineers ',
    'device',
    'DEVICE',
    'a,b',
    'a+b',
    'a"b',
    'a\\b',
    '#a',
    ' a',
    'a ',
    'a=b',
  ],
  ...[
    'a;b',
    'a<b>',
    'a/b',
    'ünïcödé',
    'a\0b',
    'a\nb',
    'a\tb',
    '.',
    '-',
    '*',
    '(a)',
    'a'.repeat(64),
    'b'.repeat(65),
    'c'.repeat(242),
    'd'.repeat(243),
    'e'.repeat(300),
  ],
  ...[
    'administrator',
    'ADMINISTRATOR',
    'Team',
    'ends.',
    '@a',
    'a@b',
    '\u200b',
    '\ufffd',
    'e\u0301',
    '\u00e9',
    'ﬁ',
    '名前',
    '😀',
  ],
];

/** The reason for which each name is refused, before the change and by it. */
export async function outcomesOfNames(settings: object): Promise<readonly (readonly [string, string, string])[]> {
  const client = await ldap.open(ldap.settings.parse(settings), {
    ...{ sourceId: '', applicationInstanceId: '', baseFolder: '/', signal: new AbortController().signal },
  });
  const actor = await openActor(ldap, settings);
  const action = ldap.actions!.CreateUserGroup!;
  const found: (readonly [string, string, string])[] = [];
  try {
    for (const groupName of groupNames) {
      const previewed = await action.expand!(client, { groupName }).then(
        () => 'made',
        (error: Error) => error.message,
      );
      found.push([groupName, previewed, await actor.refusal('CreateUserGroup', { groupName })]);
    }
  } finally {
    await actor.close();
    await ldap.close!(client);
  }
  return found;
}
