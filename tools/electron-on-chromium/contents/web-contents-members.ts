/** The implemented methods of Electron's `webContents` (docs/api/web-contents.md). */
export type ImplementedMembers = Pick<
  Electron.WebContents,
  | 'id'
  | 'loadURL'
  | 'getURL'
  | 'getTitle'
  | 'isDestroyed'
  | 'isLoadingMainFrame'
  | 'isLoading'
  | 'isCrashed'
  | 'printToPDF'
  | 'startDrag'
  | 'executeJavaScript'
  | 'send'
  | 'undo'
  | 'redo'
  | 'cut'
  | 'copy'
  | 'paste'
  | 'delete'
  | 'selectAll'
  | 'replaceMisspelling'
  | 'close'
  | 'forcefullyCrashRenderer'
  | 'setWindowOpenHandler'
  | 'setWebRTCIPHandlingPolicy'
  | 'getOSProcessId'
>;

/** The implemented events; listening to any other throws. */
export const events = [
  'did-start-loading',
  'did-start-navigation',
  'did-navigate',
  'did-frame-navigate',
  'did-navigate-in-page',
  'dom-ready',
  'did-finish-load',
  'did-fail-load',
  'did-stop-loading',
  'page-title-updated',
  'will-navigate',
  'did-create-window',
  'render-process-gone',
  'destroyed',
  'preload-error',
  'login',
  'will-attach-webview',
  'console-message',
  'context-menu',
];
