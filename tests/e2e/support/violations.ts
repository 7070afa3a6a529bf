import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** The rules of axe whose result depends on the theme. */
const colorRules = ['color-contrast', 'link-in-text-block'];

/** Returns the violations found by axe. */
export async function violations(page: Page): Promise<readonly string[]> {
  return run(new AxeBuilder({ page }));
}

/**
 * Returns the violations in the light theme, and those by colors in the dark one and in the
 * system's forced colors.
 */
export async function violationsInAllThemes(page: Page): Promise<readonly string[]> {
  await choose(page, 'light');
  const all = await violations(page);
  await choose(page, 'dark');
  const inDark = await run(new AxeBuilder({ page }).withRules(colorRules));
  await page.emulateMedia({ forcedColors: 'active' });
  const inForced = await run(new AxeBuilder({ page }).withRules(colorRules));
  await page.emulateMedia({ forcedColors: null });
  return [
    ...all,
    ...inDark.map((violation) => `dark: ${violation}`),
    ...inForced.map((violation) => `forced colors: ${violation}`),
  ];
}

async function run(axe: AxeBuilder): Promise<readonly string[]> {
  const found = await axe.setLegacyMode().analyze();
  return found.violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`,
  );
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
