// Checks that image, compose file and configuration fit together. Docker is not available here, so the files are compared with each
// other.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type Config, loadConfig } from '../../src/config/config-file.ts';
import { resolveSources } from '../../src/deployment/sources/sources.ts';
import { documentedAlerts } from '../observability/alerts.ts';
import { temporaryFolder } from '../support/service/service.ts';
import { importsOf, sourceFiles } from '../support/source-tree.ts';

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8');

interface Service {
  readonly image?: string;
  readonly build?: string;
  readonly command?: string[];
  readonly entrypoint?: string[];
  readonly environment?: Record<string, string>;
  readonly healthcheck?: { test: string[] };
  readonly volumes?: string[];
  readonly ports?: string[];
  readonly depends_on?: string[] | Record<string, unknown>;
}

const dockerfile = read('Dockerfile');
const { services, volumes } = parse(read('docker-compose.yml'), { merge: true }) as {
  services: Record<string, Service>;
  volumes: Record<string, null>;
};
const own = Object.entries(services).filter(([, { build }]) => build !== undefined);
const taking = (command: string) => own.filter(([, service]) => service.command?.[0] === command);
const example = Object.fromEntries(
  read('deploy/env.example')
    .split('\n')
    .filter(line => /^[A-Z]/.test(line))
    .map(line => line.split(/=(.*)/s).slice(0, 2) as [string, string]),
);
const filled = Object.fromEntries(Object.entries(example).map(([name, value]) => [name, value || 'a1b2c3']));

const instruction = (name: string): string[] =>
  JSON.parse(new RegExp(`^.*${name} (\\[.*\\])$`, 'm').exec(dockerfile)![1]!);

/** Where a path in a container of the program lies on the host, by the folders that the compose file mounts. */
function onHost(inContainer: string): string {
  for (const volume of own[0]![1].volumes ?? []) {
    const [host, target] = volume.split(':');
    if (target !== undefined && inContainer.startsWith(`${target}/`)) {
      return path.join(root, host!, inContainer.slice(target.length));
    }
  }
  throw new Error(`${inContainer} is not in a mounted folder`);
}

async function run(args: readonly string[], environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, args, { cwd: root, env: { ...process.env, ...environment } });
  const ended = once(child, 'exit');
  const [output, complaint] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { output, complaint, code: (await ended)[0] as number | null };
}

describe('the image', () => {
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(match => match[1]!.split(' '));
  const isCopied = (file: string) => copied.some(each => file === each || file.startsWith(`${each}/`));

  it('copies only files that exist and that .dockerignore lets through', () => {
    expect(copied.length).toBeGreaterThan(8);
    const allowed = read('.dockerignore')
      .match(/^!.+$/gm)!
      .map(line => line.slice(1));
    expect(copied.filter(each => !fs.existsSync(path.join(root, each)))).toEqual([]);
    expect([...new Set(copied)].toSorted()).toEqual(allowed.toSorted());
  });

  it('has the mappings that `sources add` reads', () => {
    expect(isCopied('examples/mappings')).toBe(true);
  });

  it('has every module that the program imports', () => {
    // The image has the built console, with all packages that it needs in it.
    const program = sourceFiles(['.ts'])
      .filter(({ path: file }) => /^(src|connectors|pipelines|deploy)\//.test(file))
      .filter(({ path: file }) => !file.startsWith('src/console/'));
    expect(program.filter(({ path: file }) => !isCopied(file))).toEqual([]);
    const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> };
    const missing = program.flatMap(file =>
      importsOf(file)
        .filter(({ typeOnly, target }) => !typeOnly && !target.startsWith('node:') && !/\.(ts|json)$/.test(target))
        .filter(({ target }) => !(target in dependencies))
        .map(({ target }) => `${file.path}: ${target}`),
    );
    expect(missing).toEqual([]);
  });

  it('runs as an unprivileged user, and starts files that are in it', () => {
    expect(dockerfile).toMatch(/^USER node$/m);
    for (const line of ['ENTRYPOINT', 'HEALTHCHECK.* CMD']) {
      const [program, ...args] = instruction(line);
      expect(program).toBe('node');
      const files = args.filter(arg => arg.endsWith('.ts'));
      expect(files.length).toBeGreaterThan(0);
      for (const file of files)
        expect([file, isCopied(file), fs.existsSync(path.join(root, file))]).toEqual([file, true, true]);
    }
  });

  it('runs commands of the command line', async () => {
    const { output } = await run(['src/cli/main.ts', '--help']);
    const commands = [...output.matchAll(/^ {2}([a-z]+)/gm)].map(match => match[1]);
    const used = [
      ...[...dockerfile.matchAll(/^CMD \["(\w+)"/gm)].map(match => match[1]!),
      ...own.flatMap(([, { command, entrypoint }]) => (entrypoint ? [] : (command ?? []))),
      ...[...read('docker-compose.yml').matchAll(/run --rm api-1 (\w+)/g)].map(match => match[1]!),
    ];
    expect(used).toEqual(expect.arrayContaining(['serve', 'work', 'clients']));
    for (const command of used) expect(commands).toContain(command);
  });
});

describe('the configuration', () => {
  let config: Config;
  beforeAll(() => {
    config = loadConfig(path.join(root, 'deploy/config/rolecall.yaml'), {}, filled);
  });

  it('uses only variables that every process gets and that the example names', () => {
    const variables = [...read('deploy/config/rolecall.yaml').matchAll(/\$\{(\w+)\}/g)].map(match => match[1]!);
    expect(variables.length).toBeGreaterThan(3);
    for (const [name, { environment }] of own) {
      expect([name, Object.keys(environment ?? {})]).toEqual([name, expect.arrayContaining(variables)]);
    }
    const interpolated = [...read('docker-compose.yml').matchAll(/(?<!\$)\$\{(\w+)/g)].map(match => match[1]!);
    expect([...new Set(interpolated)].toSorted()).toEqual(Object.keys(example).toSorted());
    // The example has no passwords that somebody could forget to change.
    for (const [name, value] of Object.entries(example))
      if (!/URL/.test(name)) expect([name, value]).toEqual([name, '']);
  });

  it('is mounted where the image looks for it, and so are the sources that it reads', () => {
    const given = instruction('ENTRYPOINT')[instruction('ENTRYPOINT').indexOf('--config') + 1]!;
    expect(onHost(given)).toBe(config.file);
    for (const tenant of config.tenants) {
      expect(resolveSources(tenant).size).toBeGreaterThan(0);
      for (const { settings } of tenant.sources) {
        const folder = onHost(String(settings['folder']));
        expect(fs.existsSync(path.join(folder, 'config')), folder).toBe(true);
      }
    }
  });

  it('names existing services and their ports', () => {
    const database = new URL(config.database_url!);
    expect(services[database.hostname]!.environment).toMatchObject({
      POSTGRES_USER: database.username,
      POSTGRES_DB: database.pathname.slice(1),
    });
    expect(services[new URL(config.queue_url!).hostname]!.command!.join(' ')).toMatch(
      /--maxmemory-policy noeviction --appendonly yes/,
    );
    const storage = new URL(config.storage.endpoint!);
    expect(services[storage.hostname]!.command).toContain(`-s3.port=${storage.port}`);
    const { listen, workers } = config;
    expect([listen.host, workers.listen?.host]).toEqual(['0.0.0.0', '0.0.0.0']);
    expect(/^EXPOSE (.+)$/m.exec(dockerfile)![1]).toBe(`${listen.port} ${workers.listen!.port}`);
    expect(dockerfile).toContain(`http://127.0.0.1:${listen.port}/healthz`);
    for (const [, { healthcheck }] of taking('work')) {
      expect(healthcheck!.test.join(' ')).toContain(`http://127.0.0.1:${workers.listen!.port}/healthz`);
    }
    expect(path.resolve(config.data_dir)).toBe(/^VOLUME (.+)$/m.exec(dockerfile)![1]);
    for (const [, each] of own) expect(each.volumes).toContain(config.data_dir);
  });

  it('has several of each kind of process, behind a proxy that lists them', () => {
    expect(taking('serve').length).toBeGreaterThan(1);
    expect(taking('work').length).toBeGreaterThan(1);
    const haproxy = read('deploy/haproxy.cfg');
    const servers = [...haproxy.matchAll(/^ {2}server \S+ ([\w-]+):(\d+)/gm)].map(match => [
      match[1],
      Number(match[2]),
    ]);
    expect(servers).toEqual(taking('serve').map(([name]) => [name, config.listen.port]));
    const [published, inside] = services['proxy']!.ports![0]!.split(':');
    expect(haproxy).toContain(`bind :${inside}\n`);
    expect(config.base_url).toBe(`http://localhost:${published}`);
    expect(fs.existsSync(path.join(root, services['proxy']!.volumes![0]!.split(':')[0]!))).toBe(true);
  });

  it('depends on existing services, and uses declared volumes', () => {
    const named = Object.values(services).flatMap(({ depends_on = [] }) =>
      Array.isArray(depends_on) ? depends_on : Object.keys(depends_on),
    );
    for (const name of named) expect(Object.keys(services)).toContain(name);
    for (const [, { volumes: mounted = [] }] of own) {
      for (const [host, , mode] of mounted.filter(each => each.includes(':')).map(each => each.split(':'))) {
        expect([host, fs.existsSync(path.join(root, host!)), mode]).toEqual([host, true, 'ro']);
      }
    }
    const kept = Object.values(services).flatMap(service => service.volumes ?? []);
    const names = kept.filter(volume => /^\w+:/.test(volume)).map(volume => volume.split(':')[0]!);
    expect(names.toSorted()).toEqual(Object.keys(volumes).toSorted());
  });
});

describe('Prometheus', () => {
  interface Scrape {
    readonly scrape_configs: { readonly static_configs: { readonly targets: string[] }[] }[];
  }

  it('scrapes every process of the program, at the ports at which they answer', () => {
    const { scrape_configs } = parse(read('deploy/prometheus.yml')) as Scrape;
    const targets = scrape_configs.flatMap(each => each.static_configs.flatMap(one => one.targets));
    const config = loadConfig(path.join(root, 'deploy/config/rolecall.yaml'), {}, filled);
    expect(config.metrics).toBe(true);
    expect(targets).toEqual([
      ...taking('serve').map(([name]) => `${name}:${config.listen.port}`),
      ...taking('work').map(([name]) => `${name}:${config.workers.listen!.port}`),
    ]);
  });

  it('has the alerts of the manual', () => {
    const { groups } = parse(read('deploy/alerts.yml')) as {
      groups: { rules: { expr: string; annotations: { summary: string } }[] }[];
    };
    const rules = groups.flatMap(group => group.rules.map(({ expr, annotations }) => [annotations.summary, expr]));
    expect(rules).toEqual([...documentedAlerts()]);
    const known = new Set(read('docs/reference/metrics.md').match(/\brolecall_\w+/g));
    for (const [, expression] of rules) {
      const metrics = expression!.match(/\brolecall_\w+/g) ?? [];
      expect([expression, metrics.length]).toEqual([expression, 1]);
      expect(known).toContain(metrics[0]!.replace(/_(count|bucket)$/, ''));
    }
    expect(read('deploy/prometheus.yml')).toMatch(/^rule_files: \[alerts\.yml\]$/m);
  });
});

describe('a helper script of the image', () => {
  async function answering(answer: (method: string, url: string) => { status: number; body?: string }) {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      const { status, body = '' } = answer(request.method!, request.url!);
      request.resume().on('end', () => response.writeHead(status, { 'content-type': 'application/xml' }).end(body));
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const stop = () => new Promise(resolve => server.close(resolve));
    return { url: `http://127.0.0.1:${port}`, asked, stop };
  }

  it('reports with its exit code whether a process answers', async () => {
    const server = await answering((_method, url) => ({ status: url === '/healthz' ? 200 : 503 }));
    const code = async (url: string) => (await run(['deploy/healthcheck.ts', url])).code;
    expect(await code(`${server.url}/healthz`)).toBe(0);
    expect(await code(`${server.url}/readyz`)).toBe(1);
    await server.stop();
    expect(await code(`${server.url}/healthz`)).toBe(1);
  });

  it.each([
    ['makes a bucket with a rule for unfinished uploads', { status: 200 }, 'made the bucket rolecall'],
    [
      'leaves a bucket that is there',
      { status: 409, body: '<Error><Code>BucketAlreadyOwnedByYou</Code></Error>' },
      'the bucket rolecall is there',
    ],
  ])('%s', async (_title, made, said) => {
    const server = await answering((_method, url) => (url.includes('lifecycle') ? { status: 200 } : made));
    const folder = temporaryFolder();
    const storage = { bucket: 'rolecall', endpoint: server.url, path_style: true };
    const file = path.join(folder, 'rolecall.yaml');
    fs.writeFileSync(
      file,
      JSON.stringify({ storage: { ...storage, access_key_id: 'key', secret_access_key: 'secret-key' } }),
    );
    const { output, code, complaint } = await run(['deploy/create-bucket.ts', file]);
    expect([code, complaint, output]).toEqual([0, '', `${said}\n`]);
    expect(server.asked).toEqual(['PUT /rolecall/', 'PUT /rolecall/?lifecycle=']);
    await server.stop();
    fs.rmSync(folder, { recursive: true });
  });
});
