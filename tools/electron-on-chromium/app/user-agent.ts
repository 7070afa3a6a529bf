import { chromiumChoice } from '../chromium/choice.js';
import { applicationName, applicationVersion } from './manifest.js';

/** The version whose API this run-time implements. */
const electronVersion = '45.0.0';

let override = '';

/** `app.userAgentFallback`; empty restores the default. */
export function setUserAgent(userAgent: string): void {
  override = userAgent;
}

/**
 * Returns what pages send as their user agent: by default Chromium's with the names of the
 * application and of Electron (shell/common/application_info.cc).
 */
export function userAgent(): string {
  if (override !== '') return override;
  const name = applicationName().replaceAll(' ', '');
  const application = name === 'Electron' ? '' : `${name}/${applicationVersion()} `;
  const product = `${application}Chrome/${chromiumChoice().version} Electron/${electronVersion}`;
  return `Mozilla/5.0 (${system()}) AppleWebKit/537.36 (KHTML, like Gecko) ${product} Safari/537.36`;
}

/** As in Chromium (components/embedder_support/user_agent_utils.cc). */
function system(): string {
  if (process.platform === 'darwin') return 'Macintosh; Intel Mac OS X 10_15_7';
  if (process.platform === 'win32') return 'Windows NT 10.0; Win64; x64';
  return 'X11; Linux x86_64';
}
