// Sources that are made from an uploaded file. The file is in a folder of its own only while it is looked at, until it is added.
import fs from 'node:fs';
import path from 'node:path';
import type { CheckedUpload, SourceSetup, SourceUpload } from '../../api/sources/source-setup.ts';
import type { Config } from '../../config/config-file.ts';
import { type Connector, type SourceDraft, SourceError } from '../../connector/contract.ts';
import { ServiceError } from '../../errors.ts';
import { exampleMappings, writeDraft } from './draft-folder.ts';

export interface UploadOptions {
  readonly config: Config;
  readonly connectors: readonly Connector[];
  readonly setup: Pick<SourceSetup, 'check' | 'add'>;
  /** Folder for files that are looked at. It is emptied at the start. */
  readonly scratch: string;
}

export function createUploads({ config, connectors, setup, scratch }: UploadOptions) {
  fs.rmSync(scratch, { recursive: true, force: true });
  const connector = connectors.find(({ draft }) => draft);

  /** Runs `work` with the draft of an upload, whose file lies in a folder that is removed afterwards. */
  async function withDraft<Result>(
    upload: SourceUpload,
    work: (drafted: SourceDraft, folder: string) => Promise<Result>,
  ): Promise<Result> {
    fs.mkdirSync(scratch, { recursive: true, mode: 0o700 });
    const folder = fs.mkdtempSync(path.join(scratch, 'upload-'));
    try {
      const file = path.join(folder, upload.fileName);
      fs.writeFileSync(file, upload.content);
      return await work(await draftOf(upload, file), folder);
    } finally {
      fs.rmSync(folder, { recursive: true, force: true });
    }
  }

  async function draftOf({ sourceId, fileName, description }: SourceUpload, file: string): Promise<SourceDraft> {
    if (!connector?.draft) throw new ServiceError('NOT_IMPLEMENTED', 'no connector of this deployment reads files');
    const main = path.join('config', `${sourceId}.yaml`);
    if (description !== undefined) {
      const [texts, copies] = [new Map([[main, description]]), new Map([[path.join('rawdata', fileName), file]])];
      return { texts, copies, main, origin: 'as it was sent' };
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

  /** Undefined when the description cannot be read: the problems say why. */
  const columnsOf = (folder: string, file: string) =>
    connector?.columnsOfFile?.(folder, file).catch(cause => {
      if (cause instanceof SourceError) return undefined;
      throw cause;
    });

  return {
    checkUpload: (tenant: string, upload: SourceUpload): Promise<CheckedUpload> =>
      withDraft(upload, async (drafted, folder) => {
        const target = path.join(folder, 'source');
        writeDraft(target, drafted);
        const source = { id: upload.sourceId, connector: connector!.type, settings: { folder: target } };
        const { problems, previews } = await setup.check(tenant, source);
        const origin = drafted.origin.replaceAll(path.join(folder, upload.fileName), upload.fileName);
        const description = drafted.texts.get(drafted.main)!;
        const fileName = fileOf(drafted);
        const columns = await columnsOf(target, fileName);
        return { fileName, description, origin, columns, problems, previews };
      }),

    addUpload: (tenant: string, upload: SourceUpload): Promise<void> =>
      withDraft(upload, async drafted => {
        const { sourceId, schedule } = upload;
        const given = path.join('sources', sourceId);
        const target = path.join(config.folder, given);
        if (fs.existsSync(target))
          throw new ServiceError('NAME_CONFLICT', `sourceId: there is a folder ${given} already, of another source`);
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

/** A known export may be expected under another name than the one that it was uploaded with. */
const fileOf = ({ copies }: SourceDraft): string => path.basename([...copies.keys()][0]!);
