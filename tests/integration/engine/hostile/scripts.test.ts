import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type WebServer, page, startWebServer } from '../../support/web-server.js';
import { isInsideElectron } from '../../support/inside-electron.js';
import { attackAt, attackWith, failureWith, findingsOf, pdfWith } from './support/hostile.js';

let server: WebServer;

const clicked = (link: string) =>
  `<p>shown</p>${link}<script>onload = () => document.querySelector('a').click()</script>`;

let allPermissionsRefused: () => void;
const allRefused = new Promise<void>((resolve) => {
  allPermissionsRefused = resolve;
});

beforeAll(async () => {
  server = await startWebServer({
    '/download': (response) =>
      response.writeHead(200, { 'content-disposition': 'attachment; filename=x.bin' }).end('bytes'),
    '/asks-for-download': page(clicked('<a href=/download>x</a>')),
    '/saves': page(clicked('<a href=/saves download=x.html>x</a>')),
    '/permissions': page(`<p>shown</p><script>
      let open = 5;
      const refused = (what) => {
        document.body.append(what + ' refused, ');
        open -= 1;
        if (open === 0) fetch('/all-refused');
      };
      navigator.geolocation.getCurrentPosition(() => 0, () => refused('geolocation'));
      Notification.requestPermission().then((state) => state === 'denied' && refused('notifications'));
      navigator.mediaDevices.getUserMedia({ video: true }).catch(() => refused('camera'));
      navigator.requestMIDIAccess().catch(() => refused('midi'));
      navigator.clipboard.readText().catch(() => refused('clipboard'));
    </script><img src=/pending>`),
    '/pending': (response) => void allRefused.then(() => response.writeHead(204).end()),
    '/all-refused': (response) => {
      allPermissionsRefused();
      response.writeHead(204).end();
    },
  });
});
afterAll(async () => server.close());

describe('an endless loop', () => {
  it.each([
    ['before load', '<script>for (;;) {}</script>'],
    ['after load', '<script>onload = () => setTimeout(() => { for (;;) {} })</script>'],
    ['of promises', '<script>(function next() { Promise.resolve().then(next); })()</script>'],
    ['while it prints', '<p>x</p><script>onbeforeprint = () => { for (;;) {} }</script>'],
  ])('%s times out', async (_when, html) => {
    expect(await attackWith(html, { timeoutSeconds: 1 })).toEqual(failureWith('timed-out'));
  });

  it('of timers and frames does not prevent printing', async () => {
    const html = `<p>shown</p><script>
      setInterval(() => document.body.append('.'), 1);
      (function next() { requestAnimationFrame(next); })();
    </script>`;
    expect(await attackWith(html)).toEqual(pdfWith('shown'));
  });

  it('of requests does not prevent printing', async () => {
    const html = `<p>shown</p><script>
      (function next() { fetch('${server.origin}/nothing').finally(next); })();
    </script>`;
    expect(await attackWith(html)).toEqual(pdfWith('shown'));
  });
});

describe('dialogs in a loop', () => {
  it.each(['alert', 'confirm', 'prompt'])(
    '%s are not shown, and reported once',
    { tags: ['core'] },
    async (box) => {
      const outcome = await attackWith(
        `<p>shown</p><script>for (let i = 0; i < 300; i += 1) ${box}('number ' + i);</script>`,
      );
      expect(outcome).toEqual(pdfWith('shown'));
      expect(findingsOf(outcome, 'refused')).toEqual([
        expect.stringMatching(new RegExp(`${box}\\(\\)`)),
      ]);
    },
  );

  it('without end time out', async () => {
    const html = '<script>for (;;) alert(1);</script>';
    expect(await attackWith(html, { timeoutSeconds: 1 })).toEqual(failureWith('timed-out'));
  });

  it('onbeforeunload does not block', async () => {
    const html = `<p>shown</p><script>
      onbeforeunload = (event) => { event.preventDefault(); return 'stay'; };
      setInterval(() => { location.href = 'about:blank#' + Math.random(); }, 50);
    </script>`;
    expect(await attackWith(html, { timeoutSeconds: 3 })).toMatchObject({
      kind: expect.stringMatching(/pdf|failed/) as string,
    });
  });
});

describe('output to the user', () => {
  it.each([
    ['a window', '<p>shown</p><script>open("https://example.org/popup")</script>', 'a new window'],
    [
      'many windows',
      '<p>shown</p><script>for (let i = 0; i < 10; i += 1) open("about:blank")</script>',
      'a new window',
    ],
    [
      'a link into a new window',
      clicked('<a target=_blank href="https://example.org/popup">x</a>'),
      'a new window',
    ],
    ['the print dialog', '<p>shown</p><script>print()</script>', 'print()'],
    ['mail', clicked('<a href="mailto:a@example.org">x</a>'), 'mailto:'],
    ['another program', '<p>shown</p><iframe src="custom-thing:x"></iframe>', 'custom-thing:'],
    [
      'another program by script',
      '<p>shown</p><script>location.href = "custom-thing:x"</script>',
      'custom-thing:',
    ],
    [
      'a generated download',
      clicked('<a hidden download=x.txt href="data:text/plain,x">x</a>'),
      'a download',
    ],
    [
      'a download of a blob',
      `<p>shown</p><a download=x.txt>x</a><script>
        const link = document.querySelector('a');
        link.href = URL.createObjectURL(new Blob(['x']));
        link.click();
      </script>`,
      'a download',
    ],
  ])('%s is blocked and reported once', { tags: ['core'] }, async (_what, html, text) => {
    const outcome = await attackWith(html);
    expect(outcome).toEqual(pdfWith('shown'));
    expect(findingsOf(outcome, 'refused')).toEqual([expect.stringContaining(text)]);
  });

  it('links that a PDF reader might run are removed; those of scripts are not reported', async () => {
    const links = ['javascript:void 0', 'data:text/plain,x', 'http://127.0.0.1/'];
    const html = `<p>shown</p>${links.map((href) => `<a href="${href}">link</a>`).join(' ')}`;
    const outcome = await attackWith(html);
    expect(outcome).toEqual(pdfWith('shown'));
    expect(findingsOf(outcome, 'refused')).toEqual([
      expect.stringContaining('link to data:text/plain,x was removed'),
    ]);
  });

  it.each(['/asks-for-download', '/saves'])('a download (%s) is refused', async (path) => {
    const outcome = await attackAt(`${server.origin}${path}`);
    expect(outcome).toEqual(pdfWith('shown'));
    expect(findingsOf(outcome, 'refused')).toEqual([expect.stringContaining('a download')]);
  });

  it('permissions are refused and reported', { tags: ['core'] }, async () => {
    const outcome = await attackAt(`${server.origin}/permissions`);
    const text = outcome.kind === 'pdf' ? outcome.text.replace(/\s+/g, ' ') : outcome.message;
    for (const what of ['geolocation', 'notifications', 'camera', 'midi', 'clipboard']) {
      expect(text).toContain(`${what} refused`);
    }
    const found = findingsOf(outcome, 'refused').map((each) => /"(.+)"/.exec(each)?.[1]);
    const asked = ['clipboard-read', 'geolocation', 'media', 'midi', 'notifications'];
    // Without a camera or the focus, Electron refuses those without asking the application.
    expect(found.toSorted()).toEqual(
      isInsideElectron ? expect.arrayContaining(['geolocation', 'notifications']) : asked,
    );
  });
});
