// rolecall.yaml: what is wrong is named with its place and with what would be right.
import { describe, expect, it } from 'vitest';
import { chosenTenant, instanceIdOf, parseConfig } from '../../src/config/config-file.ts';

const parse = (text: string, environment: NodeJS.ProcessEnv = {}, overrides = {}) =>
  parseConfig(text, '/somewhere/rolecall.yaml', overrides, environment);

describe('a configuration', () => {
  it('may be empty', () => {
    expect(parse('')).toMatchObject({
      data_dir: '/somewhere/.rolecall',
      listen: { host: '127.0.0.1', port: 8080 },
      tenants: [
        {
          name: 'main',
          sources: [],
          versions: { keep: 3_600_000 },
          rate_limit: { per_minute: 6000, burst: 1000 },
        },
      ],
    });
  });

  it('may have several tenants, each with its own sources and limits', () => {
    const { tenants } = parse(`
rate_limit: {per_minute: 100}
tenants:
  acme: {sources: [{id: app, connector: host}]}
  umbrella:
    rate_limit: {burst: 7}
    sources: [{id: app, connector: host}]
`);
    expect(tenants).toMatchObject([
      { name: 'acme', rate_limit: { per_minute: 100, burst: 1000 } },
      { name: 'umbrella', rate_limit: { per_minute: 6000, burst: 7 } },
    ]);
    const [acme, umbrella] = tenants.map(({ sources }) => sources[0]!.application_instance_id);
    expect([acme, umbrella]).toEqual([instanceIdOf('acme', 'app'), instanceIdOf('umbrella', 'app')]);
  });

  it('names the tenant that a command is about, or asks for it', () => {
    const several = parse('tenants: {acme: {}, umbrella: {}}');
    expect(chosenTenant(several, 'umbrella').name).toBe('umbrella');
    expect(() => chosenTenant(several, undefined)).toThrow('say which one with --tenant: acme, umbrella');
    expect(() => chosenTenant(several, 'acne')).toThrow('did you mean `acme`?');
    expect(chosenTenant(parse('tenant: acme'), undefined).name).toBe('acme');
  });

  it('says for which tenants an outside issuer speaks, where there are several', () => {
    const issuer = (more: string) =>
      `trusted_issuers: [{issuer: 'https://id.example', jwks_url: 'https://id.example/k', audience: x${more}}]`;
    const several = 'tenants: {acme: {}, umbrella: {}}';
    expect(parse(issuer('')).trusted_issuers[0]!.tenants).toBeUndefined();
    expect(parse(`${several}\n${issuer(', tenants: [acme]')}`).trusted_issuers[0]!.tenants).toEqual(['acme']);
    expect(() => parse(`${several}\n${issuer('')}`)).toThrow(
      'trusted_issuers.0.tenants: is missing; there are several tenants, so say for which of them https://id.example may issue tokens: acme, umbrella',
    );
    expect(() => parse(`${several}\n${issuer(', tenants: [acne]')}`)).toThrow('did you mean `acme`?');
    expect(() => parse(issuer(', tenants: []'))).toThrow('trusted_issuers.0.tenants');
  });

  it('takes values from the environment and the command line', () => {
    const config = parse('database_url: ${URL}\nlisten: {port: 1}', { URL: 'postgres://u:p@h/d' }, { port: 9 });
    expect(config).toMatchObject({ database_url: 'postgres://u:p@h/d', listen: { port: 9 } });
  });

  it('fills the environment into addresses', () => {
    const config = parse('environment: eu1\nbase_url: https://api.{environment}.example.org/');
    expect(config.base_url).toBe('https://api.eu1.example.org');
  });

  it('gives a source the same application instance id everywhere', () => {
    const [source] = parse('sources: [{id: app, connector: host}]').tenants[0]!.sources;
    expect(source!.application_instance_id).toBe(instanceIdOf('main', 'app'));
    expect(source!.application_instance_id).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    expect(instanceIdOf('other', 'app')).not.toBe(instanceIdOf('main', 'app'));
  });

  it.each([
    ['tenants: {acme: {}}\nsources: [{id: a, connector: host}]', 'rolecall.yaml: tenants: has sources for each tenant'],
    ['tenants: {}', 'rolecall.yaml: tenants: names no tenant'],
    [
      'tenants: {a: {sources: [{id: x, connector: host}, {id: x, connector: host}]}}',
      'rolecall.yaml: tenants.a.sources: id x is used twice',
    ],
    [
      'queue_url: redis://localhost',
      'rolecall.yaml: queue_url: is for several processes, which need a database_url too',
    ],
    ['storage: {folder: /a, bucket: b}', 'rolecall.yaml:1:10: storage: has both a folder and a bucket'],
    ['tenannt: x', 'rolecall.yaml:1:1: unknown key `tenannt`; did you mean `tenant`?'],
    ['listen:\n  prot: 1', 'rolecall.yaml:2:3: unknown key `prot` in listen; did you mean `port`?'],
    [
      'sources:\n  - id: a\n    connector: host\n    shedule: x',
      'rolecall.yaml:4:5: unknown key `shedule` in sources.0; did you mean `schedule`?',
    ],
    ['listen: {port: 99999}', 'rolecall.yaml:1:16: listen.port: must be at most 65535'],
    ['sources:\n  - connector: host', 'rolecall.yaml:2:5: sources.0.id: '],
    ['tenant: "a b"', 'rolecall.yaml:1:9: tenant: must be 1 to 63 lowercase letters'],
    ['tenant: ${NOBODY}', 'rolecall.yaml:1:9: the environment has no variable NOBODY'],
    ['tenant: a\ntenant: b', 'rolecall.yaml:2:1: Map keys must be unique'],
    ['tenant: [', 'rolecall.yaml:1:10: '],
    ['query: {time: 0s}', 'rolecall.yaml:1:15: query.time: must be at least 1s'],
    ['query: {lookup_time: 0s}', 'rolecall.yaml:1:22: query.lookup_time: must be at least 1s'],
    ['query: {stream_time: 0s}', 'rolecall.yaml:1:22: query.stream_time: must be at least 1s'],
    ['versions: {keep: 5m}', 'rolecall.yaml:1:18: versions.keep: must be at least 1h'],
    ['sources: [{id: a, connector: host}, {id: a, connector: host}]', 'rolecall.yaml: sources: id a is used twice'],
  ])('%j is refused', (text, message) => {
    expect(() => parse(text)).toThrow(message);
  });
});
