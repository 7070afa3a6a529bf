import { type Page, expect } from '@playwright/test';
import axe from 'axe-core';

declare global {
  interface Window {
    readonly axe: typeof axe;
  }
}

/** The rules of axe whose result depends on the theme. */
const colorRules = ['color-contrast', 'link-in-text-block'];

/** Returns the violations found by axe. */
export async function violations(page: Page): Promise<readonly string[]> {
  return run(page);
}

/**
 * Returns the violations in the light theme, and those by colors in the dark one and in the
 * system's forced colors.
 */
export async function violationsInAllThemes(page: Page): Promise<readonly string[]> {
  await choose(page, 'light');
  const all = await violations(page);
  await choose(page, 'dark');
  const inDark = await run(page, colorRules);
  await page.emulateMedia({ forcedColors: 'active' });
  const inForced = await run(page, colorRules);
  await page.emulateMedia({ forcedColors: null });
  return [
    ...all,
    ...inDark.map((violation) => `dark: ${violation}`),
    ...inForced.map((violation) => `forced colors: ${violation}`),
  ];
}

/**
 * Runs all rules of axe, or some, in the page. The script is added once per document, and only
 * violations are reported in full: both cost more than the rules.
 */
async function run(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
  // A notice that comes or goes has no height for a moment, and so would have to scroll.
  const moving = page.locator('.mantine-Notifications-notification[style*="max-height: 0"]');
  await expect(moving).toHaveCount(0);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const found = await page.evaluate(async (values) => {
    const { violations } = await window.axe.run(document, {
      resultTypes: ['violations'],
      ...(values && { runOnly: { type: 'rule', values: [...values] } }),
    });
    return violations;
  }, rules);
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/** Switches the theme and waits for the transitions of its colors. */
async function choose(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  const root = page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`);
  await root.evaluate(async () => {
    const transitions = document
      .getAnimations()
      .filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(transitions.map(({ finished }) => finished));
  });
}
