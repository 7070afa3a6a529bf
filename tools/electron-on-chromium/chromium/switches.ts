/**
 * Features of full Chromium that only a browser with tabs has a use for, and that cost a process or
 * a page for each page.
 */
const needlessFeatures = [
  // The address bar's list.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  // A page that was left is kept whole in case somebody goes back; Electron has none of it.
  'BackForwardCache',
  // A process for the next site that somebody may go to.
  'SpareRendererForSitePerProcess',
  // Electron switches it off too (shell/browser/feature_list.cc).
  'LocalNetworkAccessChecks',
];

/** Services that answer nothing here and would only speak to the network or to the person. */
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
/** Hidden windows work at full speed, as they do in Electron with backgroundThrottling off. */
const awake = [
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
];

export interface BrowserSwitches {
  readonly profile: string;
  readonly headless: boolean;
  readonly hasSandbox: boolean;
  /** What the application itself has set. */
  readonly own: readonly string[];
}

/** The command line of a Chromium that this run-time drives. */
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
