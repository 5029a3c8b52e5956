// What lands of random roles, compared with the decisions of an authorizer that follows the one of Kubernetes
// (pkg/apis/rbac/v1/evaluation_helpers.go: VerbMatches, APIGroupMatches, ResourceMatches, ResourceNameMatches).
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { permittedBy } from '../../../connectors/kubernetes/records/rules.ts';

interface Rule {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
  readonly resourceNames: readonly string[];
}

interface Request {
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  readonly subresource: string;
  /** Empty: the request names no object. */
  readonly name: string;
}

const matches = (given: readonly string[], value: string) => given.includes('*') || given.includes(value);

function allows(rule: Rule, { verb, group, resource, subresource, name }: Request): boolean {
  const combined = subresource === '' ? resource : `${resource}/${subresource}`;
  const isResource =
    matches(rule.resources, combined) || (subresource !== '' && rule.resources.includes(`*/${subresource}`));
  const isName = rule.resourceNames.length === 0 || (name !== '' && rule.resourceNames.includes(name));
  return matches(rule.verbs, verb) && matches(rule.apiGroups, group) && isResource && isName;
}

const groups = ['', 'apps', 'example.org'];
const verbs = ['get', 'list', 'create', 'update', 'delete', 'impersonate'];
const namespaced = [
  'pods',
  'pods/exec',
  'pods/log',
  'configmaps',
  'serviceaccounts',
  'serviceaccounts/token',
  'deployments',
];
const names = ['one', 'two'];
const some = <Value>(values: readonly Value[]) =>
  fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 2 });
const rules = fc.array(
  fc.record({
    apiGroups: some([...groups, '*']),
    resources: some([...namespaced, 'nodes', '*', '*/log']),
    verbs: some([...verbs, '*']),
    resourceNames: fc.oneof(fc.constant([]), some(names)),
  }),
  { maxLength: 4 },
);

const requests = [...verbs, 'watch', 'patch', 'deletecollection'].flatMap(verb =>
  groups.flatMap(group =>
    [...namespaced, 'others', 'others/log'].flatMap(path =>
      ['', ...names].flatMap((name): Request[] => {
        const [resource = '', subresource = ''] = path.split('/');
        // A request that creates an object does not name it.
        return verb === 'create' && name !== '' && subresource === ''
          ? []
          : [{ verb, group, resource, subresource, name }];
      }),
    ),
  ),
);

/** A decision by the texts that land alone. */
function permits(specifiers: readonly string[], { verb, group, resource, subresource, name }: Request): boolean {
  return specifiers.some(text => {
    const [, subject = '', named, of = ''] = /^(.*?)(?:\[(.*)\])?: (.*)$/.exec(text) ?? [];
    const [path, suffix = ''] = subject.split(/\.(.*)/s);
    const isGroup = suffix === '*' || suffix === group;
    const wanted = subresource === '' ? [resource] : [`${resource}/${subresource}`, `*/${subresource}`];
    const isResource = path === '*' || wanted.includes(path ?? '');
    const isVerb = of.split(', ').some(each => each === '*' || each === verb);
    return isGroup && isResource && isVerb && (named === undefined || named === name);
  });
}

const flagOf: Readonly<Record<string, string>> = {
  ...{ get: 'isRead', list: 'isRead', watch: 'isRead', create: 'isCreate', update: 'isUpdate', patch: 'isUpdate' },
  ...{ delete: 'isDelete', deletecollection: 'isDelete' },
};

it('says of a binding in a namespace what the authorizer decides there', () => {
  fc.assert(
    fc.property(rules, given => {
      const scope = { namespace: 'shop', serviceAccounts: new Map() };
      const permissions = permittedBy(given, scope)['permissions'] as Record<string, unknown>;
      const specifiers = permissions['fineGrainedSpecifiers'] as string[];
      const allowed = requests.filter(request => given.some(rule => allows(rule, request)));
      for (const request of requests)
        expect([request, permits(specifiers, request)]).toEqual([request, allowed.includes(request)]);
      for (const { verb } of allowed) if (flagOf[verb]) expect([verb, permissions[flagOf[verb]]]).toEqual([verb, true]);
      const isAllowed = (verb: string, path: string, group = '') =>
        allowed.some(
          each =>
            each.verb === verb &&
            each.group === group &&
            `${each.resource}/${each.subresource}` === path &&
            each.name === '',
        );
      const actsAsAll =
        isAllowed('impersonate', 'serviceaccounts/') ||
        isAllowed('create', 'serviceaccounts/token') ||
        isAllowed('create', 'pods/') ||
        isAllowed('create', 'deployments/', 'apps');
      expect(specifiers.includes('impersonate:system:serviceaccounts:shop')).toBe(actsAsAll);
    }),
    { seed: 20_261_126, numRuns: 300 },
  );
});

it('names both the users and the service accounts that one rule permits to act as', () => {
  const rule = {
    apiGroups: [''],
    resources: ['users', 'serviceaccounts'],
    verbs: ['impersonate'],
    resourceNames: ['ci'],
  };
  const serviceAccounts = new Map([['ci', ['system:serviceaccount:shop:ci']]]);
  expect(permittedBy([rule], { namespace: undefined, serviceAccounts })).toMatchObject({
    permissions: {
      fineGrainedSpecifiers: expect.arrayContaining(['impersonate:ci', 'impersonate:system:serviceaccount:shop:ci']),
    },
  });
});
