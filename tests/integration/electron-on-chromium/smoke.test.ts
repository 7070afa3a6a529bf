import { expect, test } from 'vitest';
import { app, freshSession, hiddenWindow, pageAddress } from './support/stand-in.js';

test('loads and prints', async () => {
  await app.whenReady();
  const session = freshSession();
  session.protocol.handle(
    'file',
    () =>
      new Response('<title>x</title><h1>from handler</h1>', {
        headers: { 'content-type': 'text/html' },
      }),
  );
  const seen: string[] = [];
  session.webRequest.onBeforeRequest((d, cb) => {
    seen.push(d.url);
    cb({});
  });
  using window = hiddenWindow({ session });
  await window.loadURL('file:///nowhere/a.html');
  const pdf = await window.webContents.printToPDF({});
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  expect(window.webContents.getURL()).toBe('file:///nowhere/a.html');
  window.webContents.debugger.attach('1.3');
  const v = await window.webContents.debugger.sendCommand('Runtime.evaluate', {
    expression: 'document.body.innerText',
  });
  expect(v.result.value).toBe('from handler');
  await expect(window.loadURL('http://nx.invalid/')).rejects.toThrow(
    "ERR_NAME_NOT_RESOLVED (-105) loading 'http://nx.invalid/'",
  );
  await window.loadURL(pageAddress('<p>hi'));
});
