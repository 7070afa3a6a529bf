import { beforeAll, describe, expect, test } from 'vitest';
import {
  app,
  evaluate,
  hiddenWindow,
  nextEvent,
  pageAddress,
  servePages,
} from './support/stand-in.js';

beforeAll(async () => app.whenReady());

describe('javascript: false', () => {
  test('holds in the page, in frames of other sites, and in what comes later', async () => {
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

  test('leaves isolated worlds their scripts', async () => {
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
  test('answers alert, confirm and prompt at once', async () => {
    using window = hiddenWindow({ disableDialogs: true });
    await window.loadURL(pageAddress('page'));
    expect(await evaluate(window, "[alert('x'), confirm('x'), prompt('x')]")).toEqual([
      null,
      false,
      null,
    ]);
  });

  test('lets a page go that would rather stay', async () => {
    using window = hiddenWindow();
    await window.loadURL(
      pageAddress('<script>onbeforeunload = (e) => e.preventDefault()</script>'),
    );
    await window.webContents.executeJavaScript('document.body.click()', true);
    await window.loadURL(pageAddress('next'));
    expect(await evaluate(window, 'document.body.innerText')).toBe('next');
  });
});

describe('the debugger', () => {
  test('is a session of its own that sends commands and hears events', async () => {
    using window = hiddenWindow();
    await window.loadURL(pageAddress('<p>text</p>'));
    const debug = window.webContents.debugger;
    expect(debug.isAttached()).toBe(false);
    debug.attach('1.3');
    expect(debug.isAttached()).toBe(true);
    const heard = new Promise<unknown>((resolve) => {
      debug.on('message', (_event, method, params: { args: { value: unknown }[] }, sessionId) => {
        if (method === 'Runtime.consoleAPICalled') resolve([params.args[0]?.value, sessionId]);
      });
    });
    await debug.sendCommand('Runtime.enable');
    const { result } = (await debug.sendCommand('Runtime.evaluate', {
      expression: "console.log('said'); 6 * 7",
    })) as { result: { value: number } };
    expect(result.value).toBe(42);
    expect(await heard).toEqual(['said', '']);
  });

  test('ends when it is detached, and when the window is', async () => {
    using window = hiddenWindow();
    await window.loadURL(pageAddress('page'));
    const debug = window.webContents.debugger;
    debug.attach();
    const detached = nextEvent(debug, 'detach');
    debug.detach();
    expect((await detached)[1]).toBe('target closed');
    await expect(debug.sendCommand('Runtime.enable')).rejects.toThrow('No target available');
    debug.attach();
    await debug.sendCommand('Runtime.enable');
    const ended = nextEvent(debug, 'detach');
    window.destroy();
    expect((await ended)[1]).toBe('target closed');
  });

  test('refuses what Electron refuses', async () => {
    using window = hiddenWindow();
    await window.loadURL(pageAddress('page'));
    const debug = window.webContents.debugger;
    expect(() => {
      debug.attach('9.9');
    }).toThrow('Requested protocol version is not supported');
    debug.attach();
    expect(() => {
      debug.attach();
    }).toThrow('Debugger is already attached to the target');
    await expect(debug.sendCommand('Page.printToPDF')).rejects.toThrow(
      "'Page.printToPDF' wasn't found",
    );
    await expect(debug.sendCommand('Nothing.here')).rejects.toThrow("'Nothing.here' wasn't found");
    await expect(debug.sendCommand('Runtime.evaluate', {}, '')).rejects.toThrow(
      'Empty session id is not allowed',
    );
  });

  test('can change what is printed', async () => {
    using window = hiddenWindow();
    await window.loadURL(
      pageAddress('<style>@media print { p { display: none } }</style><p>text</p>'),
    );
    const debug = window.webContents.debugger;
    debug.attach();
    await debug.sendCommand('Emulation.setEmulatedMedia', { media: 'print' });
    expect(await evaluate(window, "getComputedStyle(document.querySelector('p')).display")).toBe(
      'none',
    );
  });
});

test('a hidden window has the size that it was given', async () => {
  using window = hiddenWindow();
  await window.loadURL(pageAddress('page'));
  expect(await evaluate(window, '[innerWidth, innerHeight, document.visibilityState]')).toEqual([
    800,
    600,
    'visible',
  ]);
});
