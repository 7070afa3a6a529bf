import { writeSync } from 'node:fs';

/**
 * Prints a text and exits with status 0 if a script was started with `--help` or `-h`.
 * @param {string} text how the script is called, what it does and its options
 */
export function answerHelp(text) {
  const args = process.argv.slice(2);
  if (!args.includes('--help') && !args.includes('-h')) return;
  // Synchronous, as exiting would cut off what a slow pipe has not taken.
  writeSync(1, text);
  process.exit(0);
}
