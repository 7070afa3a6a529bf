import './ui/mantine.js';
import './ui/base.css';
import './ui/components.css';
import './ui/pick-list.css';
import { StrictMode } from 'react';
import { type Root, createRoot } from 'react-dom/client';
import { CrashBoundary, CrashScreen } from './ui/CrashScreen.js';
import { keepFocus } from './ui/keep-focus.js';
import { App } from './App.js';
import { chooseLook, startWindow } from './start-window.js';

const element = document.getElementById('root');
if (!element) throw new Error('The page has no element with the id root.');

// React removes everything after an error that no boundary caught.
const root: Root = createRoot(element, {
  onUncaughtError: () => root.render(<CrashScreen />),
});
await chooseLook(new URLSearchParams(location.search));
root.render(
  <StrictMode>
    <CrashBoundary>
      <App />
    </CrashBoundary>
  </StrictMode>,
);
keepFocus();
await startWindow();
