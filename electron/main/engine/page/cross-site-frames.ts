import { BrowserWindow, session } from 'electron';
import { localScheme } from '../addresses/page-address.js';

const pages: Readonly<Record<string, string>> = {
  'outer.local': `<script>
    document.write('<iframe src="' + location.href.replace('outer', 'inner') + '"></iframe>')
  </script>`,
  'inner.local': 'text',
};

let printing: Promise<boolean> | undefined;

/** Returns which of a page's frames of other sites its print lacks. */
export async function missingFramesOf(urls: readonly string[]): Promise<readonly string[]> {
  if (urls.length === 0) return urls;
  printing ??= printsCrossSiteFrames().catch((error: unknown) => {
    printing = undefined;
    throw error;
  });
  return (await printing) ? [] : urls;
}

/**
 * Returns whether Electron prints frames of other sites, as seen in a page with one. It does since
 * 34 (electron#46218), but its tests of that are skipped on Linux (api-web-contents-spec.ts).
 */
async function printsCrossSiteFrames(): Promise<boolean> {
  const own = session.fromPartition('cross-site-frames');
  own.protocol.handle(localScheme, ({ url }) => {
    const headers = { 'content-type': 'text/html' };
    return new Response(pages[new URL(url).host] ?? null, { headers });
  });
  const window = new BrowserWindow({
    show: false,
    webPreferences: { session: own, sandbox: true },
  });
  try {
    await window.loadURL(`${localScheme}://outer.local/`);
    const bytes = await window.webContents.printToPDF({});
    // Nothing but the text in the frame needs a font.
    return bytes.includes('/BaseFont');
  } finally {
    window.destroy();
  }
}
