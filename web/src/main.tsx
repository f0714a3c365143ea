import './styles/fonts.css';
import './styles/tokens.css';
import './styles/layout.css';
import './styles/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Root } from './app/root.tsx';
import { watchStylesheets } from './ui/lazy-part/failed-stylesheets.ts';

const element = document.getElementById('root');
if (!element) throw new Error('index.html has no element with the id "root".');
watchStylesheets();
createRoot(element).render(
  <StrictMode>
    <Root />
  </StrictMode>,
);
