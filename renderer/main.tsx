import './styles/mantine.js';
import './styles/base.css';
import './components/components.css';
import './components/pick-list.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { keepFocus } from './components/keep-focus.js';
import { App } from './shell/App.js';
import { startWindow } from './shell/start-window.js';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no element with the id root.');

await startWindow();
keepFocus();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
