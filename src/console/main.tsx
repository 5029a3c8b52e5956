// The console's entry: session, cache, routes.
import './style/tokens.css';
import './style/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Console } from './app/console.tsx';
import { applyTheme } from './app/theme.ts';

applyTheme();
createRoot(document.getElementById('console')!).render(
  <StrictMode>
    <Console />
  </StrictMode>,
);
