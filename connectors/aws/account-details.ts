// An account by files instead of its APIs: the answers of `aws iam get-account-authorization-details` and, where it is there, the
// credential report. Requests are answered from them, so the same reads land the same. What only the APIs show is an error of the
// request, and so a gap.
import type { ConnectorContext } from '../../src/connector/contract.ts';
import { type ImportFile, openFileSet, refuseImport } from '../../src/connector/files/file-set.ts';
import { importedJson, importedText } from '../../src/connector/files/json-document.ts';
import { HttpError } from '../../src/connector/http/http-error.ts';
import type { HttpAnswer, HttpRequest } from '../../src/connector/http/request.ts';
import { isJsonObject, listAt, textAt, valueAt } from '../../src/connector/json-values.ts';
import { accountOfArn } from './ids.ts';

const identityLists = ['UserDetailList', 'GroupDetailList', 'RoleDetailList'];
const detailLists = [...identityLists, 'Policies'];
const remedy =
  'name the output of `aws iam get-account-authorization-details`, and of `aws iam get-credential-report` if you have it';
const fileMegabytes = 256;
/** Files are of one account when at most one in so many objects is of another one. */
const mostForeign = 4;

export interface AccountDetails {
  readonly account: string;
  readonly partition: string;
  /** Answers a request as IAM does. @throws HttpError for what the files do not have */
  send(request: HttpRequest): Promise<HttpAnswer>;
}

/** @throws SourceError for files that cannot be read, are no such output, or are of several accounts */
export async function openAccountDetails(
  path: string,
  { baseFolder, signal }: Pick<ConnectorContext, 'baseFolder' | 'signal'>,
): Promise<AccountDetails> {
  const options = { setting: 'account_details', baseFolder, endings: ['.json', '.csv'], fileMegabytes, signal };
  const set = await openFileSet(path, options);
  try {
    const pages: unknown[] = [];
    const reports: string[] = [];
    for (const file of set.files) await sortFile(file, pages, reports);
    if (pages.length === 0) refuseImport('account_details', `${path} has no details of an account`, remedy);
    if (reports.length > 1) refuseImport('account_details', `${path} has ${reports.length} credential reports`, remedy);
    return { ...ownerOf(pages, path), send: async request => answerTo(request, pages, reports[0]) };
  } finally {
    await set.close();
  }
}

async function sortFile(file: ImportFile, pages: unknown[], reports: string[]): Promise<void> {
  if (file.name.toLowerCase().endsWith('.csv')) {
    const text = await importedText(file);
    if (!/^user,arn,/.test(text)) refuseImport(file.name, 'is no credential report', remedy);
    reports.push(Buffer.from(text).toString('base64'));
    return;
  }
  const document = await importedJson(file);
  const content = textAt(document, 'Content');
  if (content !== undefined) reports.push(content);
  else if (detailLists.some(list => Array.isArray(valueAt(document, list)))) pages.push(withApiTimes(document));
  else refuseImport(file.name, `has none of ${detailLists.join(', ')}`, remedy);
}

/** Times as the API writes them: the command line writes `+00:00` for `Z`, and some programs a space for `T`. */
function withApiTimes(value: unknown): unknown {
  if (typeof value === 'string')
    return value.replace(/^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d(?:\.\d+)?)(?:\+00:00|Z)$/, '$1T$2Z');
  if (Array.isArray(value)) return value.map(withApiTimes);
  if (!isJsonObject(value) || Object.getPrototypeOf(value) !== Object.prototype) return value;
  // Documents of policies stay as they are.
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, /Document$/.test(name) ? inner : withApiTimes(inner)]),
  );
}

function ownerOf(pages: readonly unknown[], path: string): { account: string; partition: string } {
  const arns = pages.flatMap(page =>
    identityLists.flatMap(list => listAt(page, list).flatMap(item => textAt(item, 'Arn') ?? [])),
  );
  const named = arns.flatMap(arn => accountOfArn(arn) ?? []);
  const accounts = [...Map.groupBy(named, account => account)].toSorted(
    ([, one], [, other]) => other.length - one.length,
  );
  const [account] = accounts[0] ?? [];
  if (account === undefined)
    return refuseImport('account_details', `${path} names no account: it has no user, group or role`, remedy);
  // Programs that leave account ids out of what they publish overlook some, or leave out some only.
  if ((accounts[1]?.[1].length ?? 0) > named.length / mostForeign)
    refuseImport(
      'account_details',
      `${path} is of several accounts: ${accounts
        .map(([id]) => id)
        .slice(0, 5)
        .join(', ')}`,
      'make a source for each account',
    );
  return { account, partition: arns[0]!.split(':')[1]! };
}

function answerTo(
  { subject = 'AWS', form, headers }: HttpRequest,
  pages: readonly unknown[],
  report: string | undefined,
): HttpAnswer {
  const answer = (body: unknown): HttpAnswer => ({
    ...{ subject, url: new URL('file:'), status: 200, headers: {}, body },
  });
  const action = form?.['Action'] ?? headers?.['x-amz-target']?.split('.')[1];
  if (action === 'GetAccountAuthorizationDetails') return answer(pageAt(pages, Number(form?.['Marker'] ?? 0), subject));
  if (report !== undefined && action === 'GenerateCredentialReport') return answer({ State: 'COMPLETE' });
  if (report !== undefined && action === 'GetCredentialReport') return answer({ Content: report });
  throw new HttpError(subject, 'the files do not have it: only the API shows it', 501);
}

/** The pages in the order of their files. All but one say that there is another. */
function pageAt(pages: readonly unknown[], index: number, subject: string): unknown {
  if (index >= pages.length)
    throw new HttpError(subject, 'a page of the details is missing: name the files of all pages');
  const continued = pages.filter(
    page => String(valueAt(page, 'IsTruncated')) === 'true' || textAt(page, 'NextToken') !== undefined,
  ).length;
  const isLast = index === Math.max(continued, pages.length - 1);
  return {
    ...(pages[index] as object),
    ...(isLast ? { IsTruncated: 'false' } : { IsTruncated: 'true', Marker: String(index + 1) }),
  };
}
