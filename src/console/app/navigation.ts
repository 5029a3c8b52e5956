// What the navigation lists, and what the search box finds as pages. A page adds its entry here and its route in router.ts.
import {
  ClipboardCheck,
  Database,
  GitCompareArrows,
  KeyRound,
  LayoutDashboard,
  type LucideIcon,
  PlugZap,
  Search,
  Settings,
  ShieldAlert,
  Table2,
  Undo2,
  Waypoints,
  Wrench,
} from 'lucide-react';
import type { Scope } from '../session/session.ts';

export interface NavigationEntry {
  readonly to: string;
  /** The entry is marked as the current page at `to`, at this address, and at all addresses below it; default: `to`. */
  readonly under?: string;
  readonly label: string;
  readonly icon: LucideIcon;
  /** After `g`, this key opens the page. */
  readonly key: string;
  /** Shown only to sessions with this scope. */
  readonly scope?: Scope;
  /** Other words under which the search box finds the page. */
  readonly words?: string;
}

export const navigation: readonly NavigationEntry[] = [
  {
    to: '/',
    under: '/overview',
    label: 'Overview',
    icon: LayoutDashboard,
    key: 'o',
    words: 'home start dashboard',
  },
  {
    to: '/inventory/accounts',
    under: '/inventory',
    label: 'Inventory',
    icon: Table2,
    key: 'i',
    words: 'accounts groups roles lists',
    scope: 'read',
  },
  { to: '/search', label: 'Search', icon: Search, key: 's', words: 'find' },
  { to: '/risks', label: 'Risks', icon: ShieldAlert, key: 'r', words: 'violations rules findings', scope: 'read' },
  {
    to: '/fix',
    label: 'Fix',
    icon: Wrench,
    key: 'f',
    words: 'disable remove take away remediate propose rollout',
    scope: 'read',
  },
  {
    to: '/reviews',
    label: 'Reviews',
    icon: ClipboardCheck,
    key: 'v',
    words: 'ask owner manager certify recertification keep take away',
    scope: 'read',
  },
  {
    to: '/access',
    label: 'Access',
    icon: Waypoints,
    key: 'a',
    words: 'paths who reaches what graph root grant',
    scope: 'read',
  },
  {
    to: '/identities',
    label: 'Machine identities',
    icon: KeyRound,
    key: 'm',
    words: 'keys tokens blast radius owners nobody',
    scope: 'read',
  },
  { to: '/sql', label: 'SQL', icon: Database, key: 'q', words: 'query questions report', scope: 'read' },
  {
    to: '/changes',
    label: 'Changes',
    icon: GitCompareArrows,
    key: 'c',
    words: 'history versions appeared vanished',
    scope: 'read',
  },
  { to: '/jobs', label: 'Jobs', icon: Undo2, key: 'j', words: 'actions undo revert disable enable', scope: 'read' },
  {
    to: '/sources',
    label: 'Sources',
    icon: PlugZap,
    key: 'u',
    words: 'runs ledger connectors held back wizard',
    scope: 'read',
  },
  {
    to: '/administration/clients',
    under: '/administration',
    label: 'Administration',
    icon: Settings,
    key: 'd',
    words: 'clients keys sessions audit log queues exports settings',
    scope: 'admin',
  },
];
