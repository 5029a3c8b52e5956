import { createHash } from 'node:crypto';
import { bindings, federatedBindings, folders, impersonation, makeResources, roles } from './cloud-access.ts';
import { randomOf } from './random.ts';
import { domain, type Files, type Person, peopleOf, type Row, type World } from './world.ts';

const machineNames: Record<string, readonly string[]> = {
  'service-principal': [
    'terraform',
    'deployer',
    'backup',
    'log-shipper',
    'billing-export',
    'dns-sync',
    'scanner',
    'migration-2022',
    'old-jenkins',
    'observability',
  ],
  workload: [
    'api',
    'web',
    'checkout',
    'invoices',
    'fraud-rules',
    'feature-store',
    'search',
    'mailer',
    'queue-worker',
    'scheduler',
    'image-resizer',
    'etl-nightly',
  ],
  bot: ['chatops', 'dependency-updates', 'release-notes', 'on-call-rota'],
  agent: ['support-copilot', 'code-review-agent', 'sales-research-agent', 'incident-summariser', 'data-question-agent'],
};

/** A cloud: people, service principals, workloads, bots and AI agents, their keys, and the permissions to impersonate. */
export function cloud(world: World): Files {
  const random = randomOf('cloud');
  const people = peopleOf(world, '111', '121', '411').filter(
    person => person.status !== 'Terminated' || random.chance(0.5),
  );
  const engineers = people.filter(person => person.status !== 'Terminated');
  const humans = people.map(person => human(world, person));
  const machines = Object.entries(machineNames).flatMap(([kind, names]) =>
    names.map((name, index) => machine(world, kind, name, engineers[(index * 7) % engineers.length]!)),
  );
  const keys = makeKeys(world, machines, humans);
  const withHashes = [...humans, ...machines].map(row => ({
    ...row,
    key_hashes: keys
      .filter(key => key['principal'] === row['id'] && key['known_owner'] === true)
      .map(key => key['hash'])
      .join(' '),
  }));
  const resources = makeResources();
  return {
    'principals.csv': withHashes,
    'keys.csv': keys.map(({ known_owner: _, principal: __, ...key }) => key),
    'roles.csv': roles.map(([id, title, kind, permissions, privileged], index) => ({
      id,
      title,
      kind,
      permissions,
      privileged,
      created: world.ago(2000 - index * 30, random),
    })),
    'resources.csv': resources,
    'resource_types.csv': ['organization', 'folder', 'project', 'bucket', 'database', 'key-ring', 'secret'].map(
      type => ({ type, title: type.replace('-', ' ') }),
    ),
    'bindings.csv': bindings(humans, machines, resources),
    'federated_bindings.csv': federatedBindings(resources),
    'impersonation.csv': impersonation(humans, machines),
    'audit_log.csv': Array.from({ length: 300 }, (_, index) => {
      const actor = random.pick(machines.filter(row => row['disabled'] === false));
      return {
        insert_id: `a${index + 1}`,
        method: random.pick(['storage.objects.get', 'run.deploy', 'iam.serviceAccounts.actAs', 'kms.decrypt']),
        principal: actor['id'],
        resource: random.pick(resources)['id'],
        time: world.ago(random.between(0, 30), random),
        status: random.chance(0.06) ? 'PERMISSION_DENIED' : 'OK',
        ip: `192.0.2.${random.between(1, 254)}`,
      };
    }),
  };
}

const idOf = (person: Person) => `user:${person.email}`;

function human(world: World, person: Person): Row {
  const random = randomOf(`cloud ${person.number}`);
  return {
    id: idOf(person),
    type: 'user',
    name: `${person.first} ${person.last}`,
    email: person.email,
    project: '',
    disabled: person.status === 'Terminated' && random.chance(0.5),
    admin: person.unit.code === '4110',
    creator: '',
    created: world.ago(Math.max(0, person.hiredDaysAgo - 3), random),
    last_used: world.ago(
      Math.min(
        person.hiredDaysAgo,
        (person.leftDaysAgo ?? 0) + (random.chance(0.2) ? random.between(40, 200) : random.between(0, 15)),
      ),
      random,
    ),
    model: '',
  };
}

function machine(world: World, kind: string, name: string, creator: Person): Row {
  const random = randomOf(`cloud ${name}`);
  const project = random.pick(folders.slice(4))[0];
  const abandoned = name === 'migration-2022' || name === 'old-jenkins';
  return {
    id: `${kind}:${name}@${project}`,
    type: kind,
    name,
    email: kind === 'service-principal' ? `${name}@${project}.cloud.${domain}` : '',
    project,
    disabled: false,
    admin: name === 'terraform' || name === 'old-jenkins',
    creator: abandoned ? '' : idOf(creator),
    created: world.ago(random.between(60, 1500), random),
    last_used: abandoned ? world.ago(random.between(300, 600), random) : world.ago(random.between(0, 10), random),
    model: kind === 'agent' ? 'assistant' : '',
  };
}

/** Access keys and API keys. Every fifth has no known owner. */
function makeKeys(world: World, machines: readonly Row[], humans: readonly Row[]): Row[] {
  const random = randomOf('cloud keys');
  const holders = [...machines.filter(row => row['type'] !== 'workload'), ...random.sample(humans, 18)];
  return holders.map((holder, index) => {
    const created = random.between(20, 1200);
    const kind = index % 3 === 0 ? 'api-key' : 'access-key';
    return {
      id: `${kind === 'api-key' ? 'AK' : 'RCA'}${random.hex(12).toUpperCase()}`,
      kind,
      label: `${holder['name']} ${kind === 'api-key' ? 'API key' : 'access key'}`,
      hash: `sha256:${createHash('sha256').update(`cloud key ${index}`).digest('hex')}`,
      status: random.chance(0.88) ? 'Active' : 'Inactive',
      created: world.ago(created, random),
      last_used: random.chance(0.2) ? '' : world.ago(random.between(0, Math.min(created, 200)), random),
      expires: kind === 'api-key' && random.chance(0.5) ? world.ago(-random.between(10, 300), random) : '',
      principal: holder['id'],
      known_owner: index % 5 !== 2,
    };
  });
}
