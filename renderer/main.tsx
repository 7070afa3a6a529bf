import './ui/mantine.js';
import './ui/base.css';
import './ui/components.css';
import './ui/pick-list.css';
import { StrictMode } from 'react';
import { type Root, createRoot } from 'react-dom/client';
import { CrashBoundary, CrashScreen } from './ui/CrashScreen.js';
import { keepFocus } from './ui/keep-focus.js';
import { App } from './App.js';
import { setLanguage } from './i18n/t.js';
import { startWindow } from './start-window.js';

const element = document.getElementById('root');
if (!element) throw new Error('The page has no element with the id root.');

// React removes everything after an error that no boundary caught.
const root: Root = createRoot(element, {
  onUncaughtError: () => root.render(<CrashScreen />),
});
await setLanguage('system');
await startWindow();
keepFocus();
root.render(
  <StrictMode>
    <CrashBoundary>
      <App />
    </CrashBoundary>
  </StrictMode>,
);
