// What scanners found: lines of TruffleHog 3 (github.com/trufflesecurity/trufflehog, `--json`) and alerts of GitHub secret scanning
// (docs.github.com/en/rest/secret-scanning). A secret itself leaves this file only as its hash.
import { createHash } from 'node:crypto';
import { flagOfValue } from '../../src/connector/flags.ts';
import { textAt, timeAt, valueAt } from '../../src/connector/json-values.ts';
import { sshFingerprintOf } from './private-keys.ts';

/** `open`: a scanner saw that the secret works. `unverified`: nobody has tried, or it could not be tried. */
export type FindingState = 'open' | 'unverified' | 'resolved' | 'revoked';

export interface SecretFinding {
  /** The same secret has the same id, wherever it was found. */
  readonly id: string;
  /** The kind of secret, such as `AWS` or `github_personal_access_token`. */
  readonly kind: string;
  readonly state: FindingState;
  /** Hash identifiers of the key that it may be. */
  readonly identifiers: readonly string[];
  /** Where it was found, without anything secret. */
  readonly place: string | undefined;
  readonly foundDate: string | undefined;
}

/** @returns undefined for what is no finding */
export function findingOf(item: unknown): SecretFinding | undefined {
  if (textAt(item, 'DetectorName') !== undefined || textAt(item, 'Raw') !== undefined) return truffleHogFinding(item);
  return textAt(item, 'secret_type') === undefined ? undefined : githubAlert(item);
}

const hashOf = (secret: string) => `sha256:${createHash('sha256').update(secret).digest('hex')}`;

/** AWS names keys by these prefixes (docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html). */
const awsKeyId = /(?<![A-Z0-9])(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Z0-9])/g;

/** @param texts the secret, in each form in which a scanner gives it */
function identifiersOf(texts: readonly string[]): string[] {
  const identifiers = texts.flatMap(text => [
    hashOf(text),
    ...[...text.matchAll(awsKeyId)].map(([id]) => `aws-credential:${id}`),
    ...(/^(?:gh[pousr]_|github_pat_)\w{16,}$/.test(text) ? [`github-token-last-eight:${text.slice(-8)}`] : []),
    sshFingerprintOf(text) ?? [],
  ]);
  return [...new Set(identifiers.flat())];
}

function truffleHogFinding(item: unknown): SecretFinding | undefined {
  const [raw, pair] = [textAt(item, 'Raw'), textAt(item, 'RawV2')];
  const main = pair ?? raw;
  const kind = textAt(item, 'DetectorName') ?? 'secret';
  if (main === undefined) return undefined;
  // RawV2 of a key with an id is the id and the secret.
  const secret = raw !== undefined && pair?.startsWith(raw) ? pair.slice(raw.length).replace(/^:/, '') : '';
  const texts = [main, ...(raw === undefined ? [] : [raw]), ...(secret === '' ? [] : [secret])];
  const isVerified = flagOfValue(valueAt(item, 'Verified')) === true;
  const data = valueAt(item, 'SourceMetadata', 'Data');
  const [origin, where] = Object.entries((data ?? {}) as object)[0] ?? [];
  const field = (name: string) => textAt(where, name);
  const parts = [field('link') ?? field('repository'), field('commit'), field('file'), field('line')];
  return {
    ...{ id: hashOf(main), kind, state: isVerified ? 'open' : 'unverified', identifiers: identifiersOf(texts) },
    place: placeOf([origin, ...parts], texts),
    foundDate: timeAt({ at: field('timestamp')?.replace(/^(\S+) (\S+) ([+-]\d\d):?(\d\d)$/, '$1T$2$3:$4') }, 'at'),
  };
}

function githubAlert(item: unknown): SecretFinding | undefined {
  const secret = textAt(item, 'secret');
  const address = textAt(item, 'html_url') ?? textAt(item, 'url');
  const kind = textAt(item, 'secret_type')!;
  if (secret === undefined && address === undefined) return undefined;
  return {
    id: secret === undefined ? `alert:${address}` : hashOf(secret),
    ...{ kind, state: stateOfAlert(item), identifiers: secret === undefined ? [] : identifiersOf([secret]) },
    place: placeOf([address], secret === undefined ? [] : [secret]),
    foundDate: timeAt(item, 'created_at'),
  };
}

function stateOfAlert(item: unknown): FindingState {
  const [resolution, validity] = [textAt(item, 'resolution'), textAt(item, 'validity')];
  if (resolution === 'revoked' || validity === 'inactive') return 'revoked';
  if (textAt(item, 'state') !== 'open') return 'resolved';
  return validity === 'active' ? 'open' : 'unverified';
}

/** Addresses may have a password or token in front of the host, and a path may be named after the secret. */
function placeOf(parts: readonly (string | undefined)[], secrets: readonly string[]): string | undefined {
  const text = parts.filter(part => part !== undefined).join(' ');
  const shown = secrets
    .filter(secret => secret.length >= 4)
    .reduce((place, secret) => place.replaceAll(secret, '…'), text)
    .replace(/(\w+:\/\/)[^/@\s]+@/g, '$1');
  return shown === '' ? undefined : shown.slice(0, 500);
}
