import './styles/fonts.css';
import '@overlook/embed/styles/tokens.css';
import '@overlook/embed/styles/layout.css';
import './styles/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Root } from './app/root.tsx';
import { watchStylesheets } from './parts/lazy-part/failed-stylesheets.ts';
import { loadPreferences } from './state/preferences.ts';

const element = document.getElementById('root');
if (!element) throw new Error('index.html has no element with the id "root".');
loadPreferences();
watchStylesheets();
createRoot(element).render(
  <StrictMode>
    <Root />
  </StrictMode>,
);
