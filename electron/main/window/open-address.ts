import { shell } from 'electron';
import { AppError } from '../../shared/errors.js';

/**
 * Opens an address in the system's browser. Only addresses of the web: others may start programs
 * (Electron's security checklist, on openExternal).
 * @throws AppError `refused` with the system's reason
 */
export async function openAddress(address: string): Promise<void> {
  if (!/^https?:/i.test(address)) {
    throw new AppError(
      'refused',
      `Couldn't open ${address}. Only http and https links can be opened.`,
    );
  }
  await shell.openExternal(address).catch((thrown: unknown) => {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    throw new AppError('refused', `Couldn't open ${address}: ${reason}.`);
  });
}
