// The account that each service runs as: one in passwd, or one that only systemd knows.
import type { Directory } from '../identities/directory.ts';
import { idFrom, type LoginAccount } from '../identities/passwd.ts';
import type { ServiceUnit } from './units.ts';

/** A user of services that passwd does not have: a dynamic one, or one of another name service. */
export interface UnitUser {
  readonly name: string;
  readonly isDynamic: boolean;
  readonly services: readonly ServiceUnit[];
}

export interface UnitUsers {
  readonly services: readonly ServiceUnit[];
  readonly users: readonly UnitUser[];
  servicesOf(account: LoginAccount): readonly ServiceUnit[];
}

export function unitUsersOf(services: readonly ServiceUnit[], directory: Directory): UnitUsers {
  const ofAccount = new Map<LoginAccount, ServiceUnit[]>();
  const ofOther = new Map<string, ServiceUnit[]>();
  const add = <Key>(map: Map<Key, ServiceUnit[]>, key: Key, service: ServiceUnit) =>
    map.set(key, [...(map.get(key) ?? []), service]);
  for (const service of services) {
    if (service.user === undefined) continue;
    const uid = idFrom(service.user);
    const account =
      directory.account(service.user) ?? (uid === undefined ? undefined : directory.accountsWithUid(uid)[0]);
    if (account) add(ofAccount, account, service);
    else add(ofOther, service.user, service);
  }
  const users = [...ofOther].map(([name, own]) => ({
    name,
    services: own,
    isDynamic: own.some(service => service.isDynamicUser),
  }));
  return { services, users, servicesOf: account => ofAccount.get(account) ?? [] };
}
