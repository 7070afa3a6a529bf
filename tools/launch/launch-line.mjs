import { isService } from './command-line.mjs';

/**
 * Returns a line of the launcher for standard error: that of the service is JSON, as its log is.
 * @param {import('./command-line.mjs').ApplicationArguments} args
 * @param {string} text `platen: …` with its line feed; progress on a terminal is returned unchanged
 * @param {'info' | 'warn'} level
 */
export function launchLine(args, text, level = 'info') {
  const [, msg] = /^platen: (.*)\n$/.exec(text) ?? [];
  if (msg === undefined || !isService(args)) return text;
  // The levels of pino, which writes the rest of the log.
  const entry = { level: { info: 30, warn: 40 }[level], time: new Date().toISOString(), msg };
  return `${JSON.stringify(entry)}\n`;
}
