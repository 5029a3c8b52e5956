// Sources that are made from an uploaded file. The file is in a folder of its own only while it is looked at, until it is added.
import fs from 'node:fs';
import path from 'node:path';
import type { CheckedUpload, SourceSetup, SourceUpload } from '../../api/sources/source-setup.ts';
import type { Config, TenantConfig } from '../../config/config-file.ts';
import { type Connector, type SourceDraft, SourceError } from '../../connector/contract.ts';
import { ServiceError } from '../../errors.ts';
import { unfinishedPrefix } from '../../storage/durable.ts';
import { exampleMappings, writeDraft } from './draft-folder.ts';

export interface UploadOptions {
  readonly config: Config;
  readonly connectors: readonly Connector[];
  readonly setup: Pick<SourceSetup, 'check' | 'add'>;
  /** Folder for files that are looked at. It is emptied at the start. */
  readonly scratch: string;
  /** The tenants as they are configured now. */
  tenantsNow(): readonly TenantConfig[];
}

export function createUploads({ config, connectors, setup, scratch, tenantsNow }: UploadOptions) {
  fs.rmSync(scratch, { recursive: true, force: true });
  const connector = connectors.find(({ draft }) => draft);

  /** Runs `work` with the draft of an upload, whose file lies in a folder that is removed afterwards. */
  async function withDraft<Result>(
    tenant: string,
    upload: SourceUpload,
    work: (drafted: SourceDraft, folder: string) => Promise<Result>,
  ): Promise<Result> {
    fs.mkdirSync(scratch, { recursive: true, mode: 0o700 });
    const folder = fs.mkdtempSync(path.join(scratch, 'upload-'));
    try {
      const file = path.join(folder, upload.fileName);
      fs.writeFileSync(file, upload.content);
      const kept = upload.replaces
        ? keptOf({ config, tenantsNow }, connector?.type, tenant, upload.sourceId)
        : undefined;
      return await work(await draftOf(connector, upload, file, kept), folder);
    } finally {
      fs.rmSync(folder, { recursive: true, force: true });
    }
  }

  /** Undefined when the description cannot be read: the problems say why. */
  const columnsOf = (folder: string, file: string) =>
    connector?.columnsOfFile?.(folder, file).catch(cause => {
      if (cause instanceof SourceError) return undefined;
      throw cause;
    });

  return {
    checkUpload: (tenant: string, upload: SourceUpload): Promise<CheckedUpload> =>
      withDraft(tenant, upload, async (drafted, folder) => {
        const target = path.join(folder, 'source');
        writeDraft(target, drafted);
        const source = { id: upload.sourceId, connector: connector!.type, settings: { folder: target } };
        const { problems, previews } = await setup.check(tenant, source);
        const origin = drafted.origin.replaceAll(path.join(folder, upload.fileName), upload.fileName);
        const description = drafted.texts.get(drafted.main)!;
        const fileName = fileOf(drafted);
        const columns = await columnsOf(target, fileName);
        const { chosenByValues = [] } = drafted;
        return { fileName, description, origin, columns, chosenByValues, problems, previews };
      }),

    addUpload: (tenant: string, upload: SourceUpload): Promise<void> =>
      withDraft(tenant, upload, async drafted => {
        const { sourceId, schedule } = upload;
        const given = path.join('sources', sourceId);
        const target = path.join(config.folder, given);
        if (upload.replaces) return replaceFiles(target, drafted);
        if (fs.existsSync(target))
          throw new ServiceError(
            'NAME_CONFLICT',
            `sourceId: there is a folder ${given} already; choose another name, or replace the file of this source (\`replaces\`)`,
          );
        try {
          writeDraft(target, drafted);
          const source = { id: sourceId, connector: connector!.type, settings: { folder: given } };
          await setup.add(tenant, { ...source, ...(schedule !== undefined && { schedule }) });
        } catch (error) {
          fs.rmSync(target, { recursive: true, force: true });
          throw error;
        }
      }),
  };
}

/** @param kept what the source has whose file is replaced */
async function draftOf(
  connector: Connector | undefined,
  { sourceId, fileName, description }: SourceUpload,
  file: string,
  kept: Kept | undefined,
): Promise<SourceDraft> {
  if (!connector?.draft) throw new ServiceError('NOT_IMPLEMENTED', 'no connector of this deployment reads files');
  const main = path.join('config', `${sourceId}.yaml`);
  const text = description ?? kept?.description;
  if (text !== undefined) {
    const copies = new Map([[path.join('rawdata', kept?.fileName ?? fileName), file]]);
    const origin = description === undefined ? 'as the source has it; its file is replaced' : 'as it was sent';
    return { texts: new Map([[main, text]]), copies, main, origin };
  }
  try {
    return await connector.draft(file, { name: sourceId, example: undefined, examples: exampleMappings });
  } catch (cause) {
    if (!(cause instanceof SourceError)) throw cause;
    // The place is a path of this machine.
    const [problem] = cause.problems;
    const remedy = problem?.fix === undefined ? '' : ` (${problem.fix})`;
    throw new ServiceError('BAD_REQUEST', `content: ${problem?.message ?? 'cannot be read'}${remedy}`, { cause });
  }
}

/** A source that was made of a file. */
interface Kept {
  readonly fileName: string;
  readonly description: string;
}

/** What a source has that was made of a file. @throws ServiceError NOT_FOUND when there is no such source */
function keptOf(
  { config, tenantsNow }: Pick<UploadOptions, 'config' | 'tenantsNow'>,
  connector: string | undefined,
  tenant: string,
  sourceId: string,
): Kept {
  const source = tenantsNow()
    .find(({ name }) => name === tenant)
    ?.sources.find(({ id }) => id === sourceId);
  const folder = path.join(config.folder, 'sources', sourceId);
  const isOfFile =
    source?.connector === connector && path.resolve(config.folder, String(source?.settings['folder'])) === folder;
  const [files, main] = [filesIn(path.join(folder, 'rawdata')), path.join(folder, 'config', `${sourceId}.yaml`)];
  if (isOfFile && files.length === 1 && fs.existsSync(main))
    return { fileName: files[0]!, description: fs.readFileSync(main, 'utf8') };
  const message = `sourceId: there is no source \`${sourceId}\` that was made of one file; choose another name for this one`;
  throw new ServiceError('NOT_FOUND', message);
}

const filesIn = (folder: string): string[] => (fs.existsSync(folder) ? fs.readdirSync(folder) : []);

/** Each file is replaced at once: a run that reads it has the old one or the new one. */
function replaceFiles(target: string, drafted: SourceDraft): void {
  const unfinished = path.join(path.dirname(target), `${unfinishedPrefix}${path.basename(target)}`);
  fs.rmSync(unfinished, { recursive: true, force: true });
  try {
    writeDraft(unfinished, drafted);
    for (const file of [...drafted.texts.keys(), ...drafted.copies.keys()])
      fs.renameSync(path.join(unfinished, file), path.join(target, file));
  } finally {
    fs.rmSync(unfinished, { recursive: true, force: true });
  }
}

/** A known export may be expected under another name than the one that it was uploaded with. */
const fileOf = ({ copies }: SourceDraft): string => path.basename([...copies.keys()][0]!);
