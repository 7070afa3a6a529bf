import { absentModule } from './not-implemented.js';

// Other modules of Electron's main process: they can be imported, and throw "not implemented" when
// they are used.
export const BaseWindow = absentModule('BaseWindow');
export const BrowserView = absentModule('BrowserView');
export const ImageView = absentModule('ImageView');
export const MessageChannelMain = absentModule('MessageChannelMain');
export const ShareMenu = absentModule('ShareMenu');
export const TouchBar = absentModule('TouchBar');
export const Tray = absentModule('Tray');
export const View = absentModule('View');
export const WebContentsView = absentModule('WebContentsView');
export const autoUpdater = absentModule('autoUpdater');
export const contentTracing = absentModule('contentTracing');
export const crashReporter = absentModule('crashReporter');
export const desktopCapturer = absentModule('desktopCapturer');
export const globalShortcut = absentModule('globalShortcut');
export const inAppPurchase = absentModule('inAppPurchase');
export const nativeImage = absentModule('nativeImage');
export const net = absentModule('net');
export const netLog = absentModule('netLog');
export const powerMonitor = absentModule('powerMonitor');
export const pushNotifications = absentModule('pushNotifications');
export const sharedTexture = absentModule('sharedTexture');
export const systemPreferences = absentModule('systemPreferences');
export const utilityProcess = absentModule('utilityProcess');
export const webContents = absentModule('webContents');
export const webFrameMain = absentModule('webFrameMain');
