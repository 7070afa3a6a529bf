/**
 * Features of full Chromium that only browsers with tabs need, and that cost a process or a page
 * for each page.
 */
const needlessFeatures = [
  // The address bar's suggestions.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  // The back/forward cache, which Electron does not have.
  'BackForwardCache',
  // A spare process for the next site.
  'SpareRendererForSitePerProcess',
  // Electron disables it too (shell/browser/feature_list.cc).
  'LocalNetworkAccessChecks',
];

/** Services that would only use the network or prompt the user. */
const quiet = [
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-sync',
  '--disable-extensions',
  '--disable-search-engine-choice-screen',
  '--disable-breakpad',
  '--disable-client-side-phishing-detection',
  '--disable-domain-reliability',
  '--disable-hang-monitor',
  '--no-pings',
  '--password-store=basic',
  '--use-mock-keychain',
  '--metrics-recording-only',
];
/** Hidden windows run at full speed, as in Electron with backgroundThrottling off. */
const awake = [
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
];

export interface BrowserSwitches {
  readonly profile: string;
  readonly headless: boolean;
  readonly hasSandbox: boolean;
  /** Switches that the application set. */
  readonly own: readonly string[];
}

/** Returns the command line for Chromium. */
export function browserSwitches({
  profile,
  headless,
  hasSandbox,
  own,
}: BrowserSwitches): readonly string[] {
  return [
    '--remote-debugging-pipe',
    `--user-data-dir=${profile}`,
    ...(headless ? ['--headless', '--no-startup-window', '--mute-audio'] : []),
    ...quiet,
    ...awake,
    `--disable-features=${[...needlessFeatures, ...disabledFeatures(own)].join(',')}`,
    ...(hasSandbox ? [] : ['--no-sandbox']),
    ...own.filter((text) => !text.startsWith(disableFeatures)),
  ];
}

const disableFeatures = '--disable-features=';

function disabledFeatures(own: readonly string[]): readonly string[] {
  return own
    .filter((text) => text.startsWith(disableFeatures))
    .map((text) => text.slice(disableFeatures.length));
}
