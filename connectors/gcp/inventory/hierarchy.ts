// Organisation, folders and projects, and the service accounts in them. Read once for all reads.
import type { Gap } from '../../../src/connector/contract.ts';
import { distinctGaps } from '../../../src/connector/gaps.ts';
import { textAt, timeAt } from '../../../src/connector/json-values.ts';
import { together } from '../../../src/connector/together.ts';
import type { GcpClient } from '../client.ts';
import { serviceAccountId } from '../ids.ts';
import { folderList, projectList, serviceAccountList, wholeGcpList } from '../lists.ts';

type PlaceKind = 'organization' | 'folder' | 'project';

export interface CloudPlace {
  /** `organizations/N`, `folders/N`, or `projects/ID`. */
  readonly id: string;
  readonly kind: PlaceKind;
  readonly name: string;
  /** Undefined: a root. */
  readonly parent: string | undefined;
  readonly created: string | undefined;
}

export interface Hierarchy {
  /** By their ids; a parent is before what it contains. */
  readonly places: ReadonlyMap<string, CloudPlace>;
  /** `projects/NUMBER` → `projects/ID`. */
  readonly projectsByNumber: ReadonlyMap<string, string>;
  readonly gaps: readonly Gap[];
}

export const hierarchyOf = (client: GcpClient): Promise<Hierarchy> => client.once('hierarchy', () => read(client));

async function read(client: GcpClient): Promise<Hierarchy> {
  const places = new Map<string, CloudPlace>();
  const projectsByNumber = new Map<string, string>();
  const gaps: Gap[] = [];
  const addProject = (project: unknown, parent: string | undefined) => {
    const [id, name] = [textAt(project, 'projectId'), textAt(project, 'name')];
    if (id === undefined) return;
    // A number that refers to a project stands for its id, which people know it by.
    if (name !== undefined) projectsByNumber.set(name, `projects/${id}`);
    addPlace(places, project, { id: `projects/${id}`, kind: 'project', parent });
  };
  let level: string[] = [];
  for (const { path, answer } of client.roots) {
    if (path.startsWith('projects/')) addProject(answer, undefined);
    else {
      addPlace(places, answer, { id: path, kind: 'organization', parent: undefined });
      level.push(path);
    }
  }
  while (level.length > 0) {
    const next: string[] = [];
    await together(level, async parent => {
      const [folders, projects] = await Promise.all([
        ...[wholeGcpList(client, folderList(parent)), wholeGcpList(client, projectList(parent))],
      ] as const);
      gaps.push(...folders.gaps, ...projects.gaps);
      for (const project of projects.items) addProject(project, parent);
      for (const folder of folders.items) {
        const id = textAt(folder, 'name');
        // A folder that two lists show is read once.
        if (id === undefined || places.has(id)) continue;
        addPlace(places, folder, { id, kind: 'folder', parent });
        next.push(id);
      }
    });
    level = next;
  }
  return { places, projectsByNumber, gaps: distinctGaps(gaps) };
}

function addPlace(
  places: Map<string, CloudPlace>,
  object: unknown,
  place: Pick<CloudPlace, 'id' | 'kind' | 'parent'>,
): void {
  const name = textAt(object, 'displayName') ?? place.id.split('/')[1]!;
  places.set(place.id, { ...place, name, created: timeAt(object, 'createTime') });
}

export const projectsOf = ({ places }: Hierarchy): string[] =>
  [...places.values()].flatMap(({ id, kind }) => (kind === 'project' ? [id.slice('projects/'.length)] : []));

export interface ServiceAccounts {
  readonly accounts: readonly { readonly project: string; readonly email: string; readonly item: unknown }[];
  /** Unique id, and e-mail address, in a policy's name of the resource → local id. */
  readonly ids: ReadonlyMap<string, string>;
  readonly gaps: readonly Gap[];
}

export const serviceAccountsOf = (client: GcpClient): Promise<ServiceAccounts> =>
  client.once('service accounts', async () => {
    const hierarchy = await hierarchyOf(client);
    const accounts: { project: string; email: string; item: unknown }[] = [];
    const gaps: Gap[] = [...hierarchy.gaps];
    await together(projectsOf(hierarchy), async project => {
      const list = await wholeGcpList(client, serviceAccountList(project));
      gaps.push(...list.gaps);
      for (const item of list.items) {
        const email = textAt(item, 'email');
        if (email !== undefined) accounts.push({ project, email, item });
      }
    });
    const ids = new Map(
      accounts.flatMap(({ email, item }) => {
        const uniqueId = textAt(item, 'uniqueId');
        const id = serviceAccountId(email);
        return [[email, id] as const, ...(uniqueId === undefined ? [] : [[uniqueId, id] as const])];
      }),
    );
    return { accounts: accounts.toSorted((one, other) => (one.email < other.email ? -1 : 1)), ids, gaps };
  });
