// The host as a resource, and the commands and services that it contains.
import type { Inventory } from '../inventory.ts';
import { commandId, hostId, relationId, unitId } from './ids.ts';
import type { Placed } from './placed.ts';

export function* resourceClasses({ hostName }: Inventory): Generator<Placed> {
  const classes = { host: 'Host', command: 'Command', 'systemd-unit': 'systemd service' };
  for (const [id, displayName] of Object.entries(classes)) {
    yield { record: { id, name: id, displayName }, place: hostName };
  }
}

export function* resourceInstances(inventory: Inventory): Generator<Placed> {
  const { hostName, units } = inventory;
  const host = hostId(hostName);
  yield {
    record: { id: host, name: hostName, displayName: hostName, resourceClass: 'host', isSensitive: true },
    place: hostName,
  };
  for (const { command, place, isSensitive } of inventory.nesting.commands) {
    const record = {
      id: commandId(command),
      name: command,
      displayName: command,
      resourceClass: 'command',
      parentId: host,
      isSensitive,
      sourceTag: place,
    };
    yield { record, place };
  }
  for (const unit of units.services) {
    const record = {
      id: unitId(unit),
      name: unit.name,
      displayName: unit.description || unit.name,
      resourceClass: 'systemd-unit',
      parentId: host,
      isSensitive: unit.user === 'root' || unit.user === '0',
      sourceTag: unit.place,
    };
    yield { record, place: unit.place };
  }
}

export function* resourceContainments(inventory: Inventory): Generator<Placed> {
  const host = hostId(inventory.hostName);
  const edge = (childId: string, place: string, parentId = host): Placed => ({
    record: { id: relationId(parentId, 'contains', childId), parentId, childId },
    place,
  });
  for (const { command, place } of inventory.nesting.commands) {
    yield edge(commandId(command), place);
    for (const holder of inventory.nesting.holdersOf(command)) yield edge(commandId(command), place, commandId(holder));
  }
  for (const unit of inventory.units.services) yield edge(unitId(unit), unit.place);
}
