import { type Locator, type Page, expect } from '@playwright/test';

/** Uses the window with keys alone. After each Tab, something visible has the focus. */
export class Keyboard {
  constructor(readonly page: Page) {}

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  /** Presses Tab, or Shift+Tab, until an element has the focus, and is in view. */
  async reach(element: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    do {
      await this.press(key);
      await this.hasFocus();
    } while (!(await element.evaluateAll(includesFocused)));
    await expect(element).toBeInViewport();
  }

  /** Fails if the focus is nowhere, or can't be seen. */
  async hasFocus(): Promise<void> {
    await expect.poll(() => this.page.evaluate(isFocusVisible), { intervals: [0] }).toBe(true);
  }

  /**
   * Goes down in the focused list of choices until one of a name is chosen. Its name is not typed:
   * what is typed starts anew after a second, which a busy machine can take between two letters.
   */
  async choose(name: string): Promise<void> {
    const choice = this.page.locator('select:focus option:checked', { hasText: name });
    while ((await choice.count()) === 0) await this.press('ArrowDown');
  }

  /** Replaces the text of the focused field. */
  async write(text: string): Promise<void> {
    await this.press('ControlOrMeta+a');
    await this.page.keyboard.insertText(text);
  }
}

/** Runs in the window. */
function isFocusVisible(): boolean {
  const focused = document.activeElement;
  return focused !== null && focused !== document.body && focused.matches(':focus-visible');
}

/** Runs in the window. */
function includesFocused(elements: readonly Element[]): boolean {
  return elements.some((element) => element === document.activeElement);
}
