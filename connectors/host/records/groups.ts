// Groups of the group file.
import type { Inventory } from '../inventory.ts';
import { groupId } from './ids.ts';
import type { Placed } from './placed.ts';

export function* userGroups({ directory, powerfulGroups }: Inventory): Generator<Placed> {
  const reasons = new Map(powerfulGroups.map(({ group, reason }) => [group, reason]));
  for (const group of directory.groups) {
    const reason = reasons.get(group);
    const record = {
      id: groupId(group),
      name: group.name,
      description: `Group id ${group.gid}${reason ? `. As good as root: ${reason}` : ''}`,
      type: 'Security',
      isDynamic: false,
      isAssignableToRole: true,
      sourceTag: group.place,
    };
    yield { record, place: group.place };
  }
}
