// rolecall fix evidence: what a job did, for an auditor, as a CSV file of its targets and a Markdown file that names it by its digest.
import fs from 'node:fs';
import { OperatorError } from '../../errors.ts';
import { connectApi } from '../api/api-client.ts';
import { namedJob } from '../changes/action-jobs.ts';
import type { CommonOptions } from '../deployment.ts';
import { grouped, isTerminal, printJson, printLine } from '../output.ts';

export interface EvidenceFile {
  readonly name: string;
  readonly sha256: string;
  readonly content: string;
}

/** @param name beginning of the names of both files, which must not exist; default: `job-` and the beginning of the id */
export async function writeEvidence(common: CommonOptions, job: string, name: string | undefined): Promise<void> {
  const api = await connectApi(common);
  const { id, status, completedAt } = await namedJob(api, job);
  if (completedAt === null) throw new OperatorError(`the job ${id} is ${status}; evidence is of ended jobs`);
  const { files } = (await api.send('GET', `/v1/action-jobs/${id}/evidence`)) as unknown as { files: EvidenceFile[] };
  writeFiles(files, name);
}

/** Write files of evidence. @param name beginning of their names, none of which may exist; default: as the service calls them */
export function writeFiles(files: readonly EvidenceFile[], name: string | undefined): void {
  const written = files.map(({ name: given, sha256, content }) => {
    const file = name === undefined ? given : `${name}${given.slice(given.lastIndexOf('.'))}`;
    write(file, content);
    return { file, bytes: Buffer.byteLength(content), sha256 };
  });
  for (const { file, bytes, sha256 } of written) {
    if (isTerminal()) printLine(`${file}: ${grouped(bytes)} bytes, SHA-256 ${sha256}`);
    else printJson({ file, bytes, sha256 });
  }
}

function write(file: string, text: string): void {
  try {
    fs.writeFileSync(file, text, { flag: 'wx' });
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const reason = code === 'EEXIST' ? 'is there already; --output gives another name' : `cannot be written (${code})`;
    throw new OperatorError(`${file}: ${reason}`, { cause });
  }
}
