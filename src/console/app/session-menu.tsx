import { CircleUser, Keyboard, LogOut, Moon, Sun, SunMoon } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { queryClient } from '../api/queries.ts';
import { useStore } from '../api/store.ts';
import { Menu } from '../components/controls/menu.tsx';
import { ErrorPanel } from '../components/feedback/error-panel.tsx';
import { currentSession, sessionState } from '../session/session.ts';
import { signOut } from '../session/sign-in.ts';
import { forgetEntries } from './entry-state.ts';
import { chooseTheme, theme } from './theme.ts';

function forget(): void {
  forgetEntries();
  queryClient.clear();
}

/** Who is signed in, the choice of the theme, and the button to sign out. */
export function SessionMenu({ onKeys }: { readonly onKeys: () => void }): ReactNode {
  useStore(sessionState);
  const session = currentSession();
  const chosen = useStore(theme);
  const [problem, setProblem] = useState<unknown>();
  const leave = () => signOut().then(forget, setProblem);
  const themeItem = (value: 'system' | 'light' | 'dark', icon: ReactNode, text: string) => ({
    label: (
      <>
        {icon}
        {text}
        {chosen === value && ' ✓'}
      </>
    ),
    onSelect: () => chooseTheme(value),
  });
  return (
    <>
      <Menu
        label={`Session of ${session?.name ?? 'nobody'}, ${session?.role ?? ''}`}
        trigger={<CircleUser size={18} aria-hidden="true" />}
        items={[
          {
            label: (
              <>
                <bdi>{session?.name}</bdi> · {session?.role}
              </>
            ),
            onSelect: () => {},
            isDisabled: true,
          },
          themeItem('system', <SunMoon size={15} aria-hidden="true" />, 'As the system'),
          themeItem('light', <Sun size={15} aria-hidden="true" />, 'Light'),
          themeItem('dark', <Moon size={15} aria-hidden="true" />, 'Dark'),
          {
            label: (
              <>
                <Keyboard size={15} aria-hidden="true" />
                Keys
              </>
            ),
            onSelect: onKeys,
          },
          {
            label: (
              <>
                <LogOut size={15} aria-hidden="true" />
                Sign out
              </>
            ),
            onSelect: leave,
          },
        ]}
      />
      {problem !== undefined && <ErrorPanel error={problem} what="You are still signed in" onRetry={leave} />}
    </>
  );
}
