import { afterEach, expect, it, vi } from 'vitest';
import { pageProcesses } from '../../../../../electron/main/engine/page/page-processes.js';

vi.mock('electron', () => ({ BrowserWindow: {}, app: {}, session: {} }));
afterEach(() => void vi.restoreAllMocks());

function endWith(code: string): void {
  vi.spyOn(process, 'kill').mockImplementation(() => {
    throw Object.assign(new Error(`kill ${code}`), { code });
  });
  pageProcesses.end(1);
}

it.each(['ESRCH', 'EPERM'])('a process that cannot be ended for %s is left alone', (code) => {
  expect(() => endWith(code)).not.toThrow();
});

it('any other failure is told', () => {
  expect(() => endWith('EINVAL')).toThrow('EINVAL');
});
