// What surrounds every page: header, navigation, banner, search, and the keys that work everywhere.
import { Link, Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { Menu as MenuIcon, Search } from 'lucide-react';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import { useApi } from '../api/api.ts';
import { useStore } from '../api/store.ts';
import { IconButton } from '../components/controls/button.tsx';
import { useSourceAlerts } from '../objects/source-alerts.ts';
import { may, sessionState } from '../session/session.ts';
import { Banner } from './banner.tsx';
import { FileDrop } from './file-drop.tsx';
import { FirstPage, needsData } from './first-page.tsx';
import { type KeyAction, useKeys } from './keys.ts';
import { KeysDialog } from './keys-dialog.tsx';
import { navigation } from './navigation.ts';
import { useReturnedPlace } from './returned-place.ts';
import { SearchBox } from './search-box.tsx';
import { SessionMenu } from './session-menu.tsx';
import styles from './shell.module.css';
import { Tour } from './tour.tsx';

export function Shell(): ReactNode {
  const navigate = useNavigate();
  const [open, setOpen] = useState<'search' | 'keys' | undefined>();
  const [isNavigationOpen, setNavigationOpen] = useState(false);
  const close = useCallback(() => setOpen(undefined), []);
  useKeys((action: KeyAction) => {
    if (action.does === 'go') void navigate({ to: action.to });
    else setOpen(action.does);
  });
  const page = useRef<HTMLElement>(null);
  useReturnedPlace(page);
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#page">
        Skip to the page
      </a>
      <header className={styles.header}>
        <IconButton
          className={styles.menuButton}
          label="Navigation"
          aria-expanded={isNavigationOpen}
          onClick={() => setNavigationOpen(!isNavigationOpen)}
        >
          <MenuIcon size={18} aria-hidden="true" />
        </IconButton>
        <Link to="/" className={styles.brand}>
          <img src="/favicon.svg" alt="" width={20} height={20} />
          Rolecall
        </Link>
        <button
          type="button"
          className={styles.search}
          onClick={() => setOpen('search')}
          aria-keyshortcuts="/ Control+K"
        >
          <Search size={15} aria-hidden="true" />
          <span>Search everything</span>
          <kbd>/</kbd>
        </button>
        <SessionMenu onKeys={() => setOpen('keys')} />
      </header>
      <Navigation isOpen={isNavigationOpen} onLeave={() => setNavigationOpen(false)} />
      <div className={styles.content}>
        <Banner />
        <main ref={page} id="page" tabIndex={-1} className={styles.main}>
          <PageOrFirst />
        </main>
      </div>
      <SearchBox isOpen={open === 'search'} onClose={close} />
      <KeysDialog isOpen={open === 'keys'} onClose={close} />
      <FileDrop />
      <Tour />
    </div>
  );
}

/** How often it is asked whether the first version is there. */
const firstVersionMs = 2000;

/** The page of the address; until there is a version, what is being done for that. */
function PageOrFirst(): ReactNode {
  const { pathname } = useLocation();
  const { data } = useApi(
    'get',
    '/v1/sources',
    {},
    {
      enabled: may('read'),
      refetchInterval: ({ state: { data: known } }) => known && known.version === undefined && firstVersionMs,
    },
  );
  if (data && data.version === undefined && needsData(pathname)) return <FirstPage sources={data} />;
  return <Outlet />;
}

/** How many sources need attention. */
function SourcesBadge(): ReactNode {
  const count = new Set(useSourceAlerts().alerts.map(({ sourceId }) => sourceId)).size;
  if (count === 0) return null;
  return (
    <span className={styles.badge}>
      {count}
      <span className="visually-hidden"> {count === 1 ? 'needs' : 'need'} attention</span>
    </span>
  );
}

function Navigation({ isOpen, onLeave }: { readonly isOpen: boolean; readonly onLeave: () => void }): ReactNode {
  useStore(sessionState);
  const { pathname } = useLocation();
  const shown = navigation.filter(({ scope }) => scope === undefined || may(scope));
  return (
    <nav className={styles.navigation} data-open={isOpen} aria-label="Pages">
      <ul>
        {shown.map(({ to, under = to, label, icon: Icon }) => (
          <li key={to}>
            <Link
              to={to}
              className={styles.entry}
              // Not by the router: it would compare with `to`, which may be one of several addresses of the entry.
              activeProps={{ 'aria-current': undefined }}
              aria-current={pathname === to || isUnder(pathname, under) ? 'page' : undefined}
              onClick={onLeave}
            >
              <Icon size={16} aria-hidden="true" />
              {label}
              {to === '/sources' && <SourcesBadge />}
            </Link>
          </li>
        ))}
      </ul>
      <a className={styles.entry} href="/docs">
        API reference
      </a>
    </nav>
  );
}

function isUnder(pathname: string, place: string): boolean {
  return pathname === place || pathname.startsWith(`${place}/`);
}
