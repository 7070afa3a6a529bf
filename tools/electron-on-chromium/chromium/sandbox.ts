import { thisHost } from '../../launch/host.mjs';
import { sandboxObstacle } from '../../launch/linux-sandbox.mjs';
import { chromiumChoice } from './choice.js';

let warning: string | null | undefined;

/**
 * Returns a sentence that says why the Chromium in use runs without its sandbox, and how to get it
 * back; null if it has one. Electron refuses to start there; this run-time does not, as tests and
 * containers often run as root.
 */
export function missingSandbox(): string | null {
  if (warning === undefined) warning = sandboxWarning(chromiumChoice().isBundled);
  return warning;
}

/**
 * @param isBundled whether it is the Chromium from the npm package, which no AppArmor profile makes
 * an exception for
 */
function sandboxWarning(isBundled: boolean): string | null {
  const obstacle = sandboxObstacle(thisHost(), { hasAppArmorProfile: !isBundled });
  if (obstacle === null) return null;
  const remedy =
    obstacle.kind === 'root' ? 'start Platen as another user' : 'allow user namespaces';
  return (
    `Chromium's sandbox is off, as ${obstacle.cause}: a page that breaks out of Chromium has this user's rights. ` +
    `Convert only pages that you trust, or ${remedy}.`
  );
}
