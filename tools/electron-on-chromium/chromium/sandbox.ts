import { thisHost } from '../../launch/host.mjs';
import { sandboxObstacle } from '../../launch/linux-sandbox.mjs';
import { chromiumChoice } from './choice.js';

let warning: string | null | undefined;

/**
 * Returns a warning that Chromium runs without its sandbox, with the reason and the remedy; null if
 * it has one. Electron does not start then; this run-time does, because tests and containers often
 * run as root.
 */
export function missingSandbox(): string | null {
  if (warning === undefined) warning = sandboxWarning(chromiumChoice().isBundled);
  return warning;
}

/** @param isBundled whether it is the npm package's Chromium, which has no AppArmor profile */
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
