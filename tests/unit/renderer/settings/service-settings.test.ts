import { describe, expect, it } from 'vitest';
import {
  readHosts,
  readKeepHours,
  readPort,
  serviceText,
} from '../../../../renderer/settings/LocalServer.js';

describe('settings of the local server', () => {
  it.each(['0', '65536', '80.5', 'http', ''])('reject the port %j', (text) => {
    expect(readPort(text)).toContain(`“${text}”`);
  });

  it('accept a port and hours', () => {
    expect(readPort(' 8080 ')).toBe(8080);
    expect(readKeepHours('24')).toBe(24);
    expect(readKeepHours('721')).toContain('from 1 to 720');
  });

  it('accept hosts like --allow-private: with a port, and every kind of address', () => {
    expect(readHosts('127.0.0.1:18080, [::1]:8080, ::1, wiki')).toEqual([
      '127.0.0.1:18080',
      '[::1]:8080',
      '::1',
      'wiki',
    ]);
  });

  it('accept hosts with commas, spaces or lines between them, each once', () => {
    expect(readHosts('wiki.example, 192.168.1.20\n[::1] WIKI.example')).toEqual([
      'wiki.example',
      '192.168.1.20',
      '[::1]',
    ]);
    expect(readHosts('  ')).toEqual([]);
    expect(readHosts('http://wiki.example/')).toContain('“http://wiki.example/”');
  });
});

describe('the status of the local server', () => {
  it.each([
    [0, 0, 'Idle · 0 PDFs created'],
    [1, 1, 'Processing 1 request · 1 PDF created'],
    [2, 1200, 'Processing 2 requests · 1,200 PDFs created'],
  ])('shows the counts', (running, created, text) => {
    expect(serviceText({ status: 'on', address: 'http://127.0.0.1:1', running, created })).toBe(
      text,
    );
  });
});
