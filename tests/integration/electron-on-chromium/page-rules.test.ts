import { beforeAll, describe, expect, test } from 'vitest';
import { app, evaluate, hiddenWindow, pageAddress, servePages } from './support/electron.js';

beforeAll(async () => app.whenReady());

describe('javascript: false', () => {
  test('applies to the page, to frames of other sites, and to later navigations', async () => {
    const marked =
      '<p>before</p><script>document.querySelector("p").textContent = "after"</script>';
    await using other = await servePages({ '/': `${marked}<script>fetch("/ran")</script>` });
    await using server = await servePages({
      '/': `${marked}<iframe src="${other.origin.replace('127.0.0.1', 'localhost')}/"></iframe>`,
    });
    using window = hiddenWindow({ javascript: false });
    const asked: string[] = [];
    window.webContents.session.webRequest.onBeforeRequest(({ url }, callback) => {
      asked.push(new URL(url).pathname);
      callback({});
    });
    const debug = window.webContents.debugger;
    debug.attach();
    for (const address of [server.origin, server.origin.replace('127.0.0.1', 'localhost')]) {
      await window.loadURL(address);
      const { root } = (await debug.sendCommand('DOM.getDocument')) as { root: { nodeId: number } };
      const { nodeId } = (await debug.sendCommand('DOM.querySelector', {
        nodeId: root.nodeId,
        selector: 'p',
      })) as { nodeId: number };
      const { outerHTML } = (await debug.sendCommand('DOM.getOuterHTML', { nodeId })) as {
        outerHTML: string;
      };
      expect(outerHTML).toBe('<p>before</p>');
    }
    expect(asked).not.toContain('/ran');
    expect(asked.filter((path) => path === '/').length).toBeGreaterThanOrEqual(4);
  });

  test('allows scripts in isolated worlds', async () => {
    using window = hiddenWindow({ javascript: false });
    await window.loadURL(pageAddress('<p>text</p>'));
    const debug = window.webContents.debugger;
    debug.attach();
    const tree = (await debug.sendCommand('Page.getFrameTree')) as {
      frameTree: { frame: { id: string } };
    };
    const world = (await debug.sendCommand('Page.createIsolatedWorld', {
      frameId: tree.frameTree.frame.id,
    })) as { executionContextId: number };
    const answer = (await debug.sendCommand('Runtime.evaluate', {
      contextId: world.executionContextId,
      expression: 'Promise.resolve().then(() => document.body.innerText)',
      awaitPromise: true,
      returnByValue: true,
    })) as { result: { value: string } };
    expect(answer.result.value).toBe('text');
  });
});

describe('disableDialogs', () => {
  test('answers alert, confirm and prompt immediately', async () => {
    using window = hiddenWindow({ disableDialogs: true });
    await window.loadURL(pageAddress('page'));
    expect(await evaluate(window, "[alert('x'), confirm('x'), prompt('x')]")).toEqual([
      null,
      false,
      null,
    ]);
  });

  test('lets a page with onbeforeunload unload', async () => {
    using window = hiddenWindow();
    await window.loadURL(
      pageAddress('<script>onbeforeunload = (e) => e.preventDefault()</script>'),
    );
    await window.webContents.executeJavaScript('document.body.click()', true);
    await window.loadURL(pageAddress('next'));
    expect(await evaluate(window, 'document.body.innerText')).toBe('next');
  });
});

test('a hidden window has its requested size', async () => {
  using window = hiddenWindow();
  await window.loadURL(pageAddress('page'));
  expect(await evaluate(window, '[innerWidth, innerHeight, document.visibilityState]')).toEqual([
    800,
    600,
    'visible',
  ]);
});
