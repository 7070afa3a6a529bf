import './ui/mantine.js';
import './ui/base.css';
import './ui/components.css';
import './ui/pick-list.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { keepFocus } from './ui/keep-focus.js';
import { App } from './App.js';
import { startWindow } from './start-window.js';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no element with the id root.');

await startWindow();
keepFocus();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
