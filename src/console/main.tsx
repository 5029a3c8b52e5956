// The console's entry: session, cache, routes.
import './style/tokens.css';
import './style/base.css';
import './style/first-frame.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Console } from './app/console.tsx';
import { watchPageCode } from './app/page-code.ts';

watchPageCode();
createRoot(document.getElementById('console')!).render(
  <StrictMode>
    <Console />
  </StrictMode>,
);
