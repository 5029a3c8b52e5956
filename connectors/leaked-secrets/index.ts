// Secrets that scanners found where others read them, as accounts that stand for whoever has them. Their hashes join them to the keys
// that other sources read.
import {
  type ConnectorContext,
  defineConnector,
  type Page,
  type Read,
  type SourceRecord,
} from '../../src/connector/contract.ts';
import { openFileSet } from '../../src/connector/files/file-set.ts';
import { definedMembers } from '../../src/connector/json-values.ts';
import { metadataItems } from '../../src/connector/metadata-items.ts';
import { type LeakedSecret, type LeakedSecrets, readLeakedSecrets } from './read-findings.ts';
import { leakedSecretsSettings } from './settings.ts';

interface LeakedSecretsClient extends LeakedSecrets {
  readonly sourceId: string;
}

const reads: readonly Read<LeakedSecretsClient>[] = [
  {
    lands: 'IntegratedApplication',
    async *pages({ sourceId }) {
      const names = { id: 'leaked-secrets', key: sourceId, name: 'Leaked secrets', category: 'Security' };
      yield { records: [{ ...names, supportedFederatedRelationships: [] }], place: () => 'leaked-secrets' };
    },
  },
  { lands: 'Account', pages: secretPages },
];

const recordsOfPage = 1000;

async function* secretPages({ secrets, gaps, rejected }: LeakedSecretsClient): AsyncGenerator<Page> {
  const records = [...secrets.values()].map(secretRecord);
  yield { records: records.slice(0, recordsOfPage), gaps, rejected };
  for (let start = recordsOfPage; start < records.length; start += recordsOfPage)
    yield { records: records.slice(start, start + recordsOfPage) };
}

function secretRecord({ id, kind, state, identifiers, places, findings, foundDate }: LeakedSecret): SourceRecord {
  const isOpen = state === 'open';
  const name = `${kind} ${id.slice(id.indexOf(':') + 1).slice(0, 12)}`;
  return {
    id,
    ...definedMembers({
      ...{ alias: name, name: `Leaked secret: ${kind}`, type: 'Token', subType: subTypeOf(identifiers) },
      ...{ accountRole: 'leaked-secret', accountRoleDisplayName: 'Leaked secret', userType: state },
      // Whoever has an open secret can use it.
      ...{ enabled: isOpen, hasAPIAccess: isOpen, isAdmin: false, authenticationFunctions: [] },
      createdDate: foundDate,
      hashIdentifiers: identifiers.size > 0 ? [...identifiers] : undefined,
      profileMetadata: metadataItems('leaked-secrets', {
        ...{ kind, state, findings },
        places: places.length > 0 ? places : undefined,
      }),
    }),
  };
}

function subTypeOf(identifiers: ReadonlySet<string>): string {
  const has = (prefix: string) => [...identifiers].some(identifier => identifier.startsWith(prefix));
  if (has('aws-credential:')) return 'AccessKey';
  if (has('github-token-')) return 'PersonalAccessToken';
  return has('SHA256:') ? 'SshKey' : 'ApiKey';
}

export const leakedSecrets = defineConnector<typeof leakedSecretsSettings, LeakedSecretsClient>({
  type: 'leaked-secrets',
  title: 'Leaked secrets',
  description:
    'Secrets that TruffleHog or GitHub secret scanning found, joined to the keys of other sources by their hashes.',
  settings: leakedSecretsSettings,
  declares: [{ types: reads.map(({ lands }) => lands), incremental: false, rights: 'reading the files of findings' }],
  async open({ path, file_megabytes }, { baseFolder, signal, sourceId }: ConnectorContext) {
    const endings = ['.json', '.jsonl', '.ndjson'];
    const files = await openFileSet(path, {
      setting: 'path',
      baseFolder,
      endings,
      fileMegabytes: file_megabytes,
      signal,
    });
    try {
      return { ...(await readLeakedSecrets(files.files)), sourceId };
    } finally {
      await files.close();
    }
  },
  check: async ({ gaps, rejected }) => [
    ...gaps.map(({ subject, message }) => ({ severity: 'warning', place: subject, message }) as const),
    ...rejected.map(({ place, reasons }) => ({ severity: 'error', place, message: reasons.join('; ') }) as const),
  ],
  reads: () => reads,
});
