import { spawn } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { chromiumChoice } from '../../tools/electron-on-chromium/chromium/choice.js';
import { type Item, runTask } from './task.js';

// Programs that run once per document.
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

const commandLines: Readonly<Record<string, (item: Item) => readonly string[]>> = {
  'chromium --headless': ({ source, target }) => [
    chromiumChoice().path,
    '--headless',
    ...asRoot,
    `--print-to-pdf=${target}`,
    pathToFileURL(source).href,
  ],
  wkhtmltopdf: ({ source, target }) => [
    'wkhtmltopdf',
    '--quiet',
    '--enable-local-file-access',
    '--page-size',
    'A4',
    source,
    target,
  ],
  weasyprint: ({ source, target }) => ['weasyprint', source, target],
};

await runTask(({ variant = '' }) => {
  const lineFor = commandLines[variant];
  if (!lineFor) throw new Error(`There is no command named ${variant}.`);
  return async (item) => {
    await run(lineFor(item));
    return undefined;
  };
});
process.exit(0);

async function run([program = '', ...args]: readonly string[]): Promise<void> {
  const child = spawn(program, args, { stdio: 'ignore' });
  const status = await new Promise<number | null>((ended, failed) => {
    child.once('error', failed);
    child.once('close', ended);
  });
  if (status !== 0) throw new Error(`${program} ended with ${status}`);
}
