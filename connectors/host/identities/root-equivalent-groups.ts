// Groups whose members can become root without any further permission, and why. Groups such as sudo and wheel are not listed,
// because their power comes from the sudo rules.

export interface RootEquivalentGroup {
  /** Group name, or the group id when the name varies between machines. */
  readonly group: string | number;
  readonly reason: string;
}

export const rootEquivalentGroups: readonly RootEquivalentGroup[] = [
  { group: 0, reason: 'Group id 0: may change every file that is writable for root’s own group' },
  { group: 'docker', reason: 'Controls the Docker daemon, which runs containers as root with any folder of the host' },
  { group: 'lxd', reason: 'Controls the LXD daemon, which starts privileged containers with any folder of the host' },
  {
    group: 'incus-admin',
    reason: 'Controls the Incus daemon, which starts privileged containers with any folder of the host',
  },
  {
    group: 'libvirt',
    reason: 'Controls the system libvirt daemon, which attaches any disk or file of the host to a machine',
  },
  { group: 'microk8s', reason: 'Administers the local Kubernetes, which runs privileged pods' },
  { group: 'disk', reason: 'Reads and writes the raw disks, past all file permissions' },
  { group: 'kmem', reason: 'Reads kernel memory through /dev/mem and /dev/kmem, root’s secrets included' },
  { group: 'shadow', reason: 'Reads every password hash, root’s included' },
];
