import '@fontsource-variable/inter/wght.css';
import '@mantine/core/styles/baseline.css';
import '@mantine/core/styles/default-css-variables.css';
import '@mantine/core/styles/global.css';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/VisuallyHidden.css';
import '@mantine/core/styles/Paper.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/CloseButton.css';
import '@mantine/core/styles/Loader.css';
import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/Switch.css';
import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import '@mantine/core/styles/Badge.css';
import '@mantine/core/styles/Button.css';
import '@mantine/core/styles/ActionIcon.css';
import '@mantine/core/styles/Menu.css';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Modal.css';
import '@mantine/core/styles/Tooltip.css';
import '@mantine/core/styles/Tabs.css';
import '@mantine/core/styles/Kbd.css';
import '@mantine/core/styles/Notification.css';
import '@mantine/core/styles/ScrollArea.css';
import '@mantine/notifications/styles.css';
import '@mantine/spotlight/styles.css';
import './ui/base.css';
import './ui/list.css';
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
