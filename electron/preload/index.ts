import { contextBridge, ipcRenderer, webUtils } from 'electron';
import type { BridgeApi } from '../shared/bridge-api.js';
import type { Result } from '../shared/result.js';

const api: BridgeApi = {
  call: async (channel, input) => {
    try {
      // The main process validates its results with the same schema.
      return (await ipcRenderer.invoke(channel, input)) as Result<never>;
    } catch (error) {
      const message = { key: 'general.internal', params: { reason: String(error) } } as const;
      return { ok: false, error: { code: 'internal', message } };
    }
  },
  on: (event, listener) => {
    // The main process sends this event with data of the same schema.
    const receive = (_event: unknown, ...[data]: Parameters<typeof listener>) => listener(data);
    ipcRenderer.on(event, receive);
    // What it returns could not cross the bridge.
    return () => void ipcRenderer.off(event, receive);
  },
  pathOf: (file) => webUtils.getPathForFile(file),
};

contextBridge.exposeInMainWorld('platen', api);
