/** What can take the focus; a row of a list is one where the tab key stops at it. */
const focusable =
  'button:not(:disabled), a[href], input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]';

/**
 * Sees to it that the focus is not lost when the element that has it goes away, such as a button that is done with. It goes to the nearest element around
 * it that bears `data-keeps-focus`: to what the selector in that attribute finds, in it or else in the window; without a selector, to the first in it that takes
 * the focus. Where there is no such element, nothing happens.
 */
export function keepFocus(): void {
  let last: Element | null = null;
  let keepers: readonly HTMLElement[] = [];

  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element)) return;
    last = target;
    keepers = keepersOf(target);
  });
  // Who clicks beside everything wants the focus nowhere.
  document.addEventListener(
    'pointerdown',
    ({ target }) => {
      if (!(target instanceof Node && last?.contains(target))) last = null;
    },
    true,
  );
  const observer = new MutationObserver(() => {
    if (last === null || last.isConnected || hasFocus()) return;
    last = null;
    heirOf(keepers)?.focus();
  });
  observer.observe(document.body, { childList: true, subtree: true });
}

function hasFocus(): boolean {
  const { activeElement } = document;
  return activeElement !== null && activeElement !== document.body;
}

function keepersOf(element: Element): readonly HTMLElement[] {
  const keeper = element.parentElement?.closest<HTMLElement>('[data-keeps-focus]');
  return keeper ? [keeper, ...keepersOf(keeper)] : [];
}

function heirOf(keepers: readonly HTMLElement[]): HTMLElement | undefined {
  for (const keeper of keepers) {
    if (!keeper.isConnected) continue;
    const selector = keeper.dataset['keepsFocus'] ?? '';
    const heirs =
      selector === ''
        ? keeper.querySelectorAll<HTMLElement>(focusable)
        : [
            ...keeper.querySelectorAll<HTMLElement>(selector),
            ...document.querySelectorAll<HTMLElement>(selector),
          ];
    const heir = [...heirs].find((each) => each.checkVisibility());
    if (heir) return heir;
  }
  return undefined;
}
