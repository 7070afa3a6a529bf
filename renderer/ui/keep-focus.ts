/** Focusable elements; a list row counts if it is the tab stop. */
const focusable =
  'button:not(:disabled), a[href], input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]';

/**
 * Restores the focus when the focused element is removed, for example a button that has done its
 * work. The focus moves to the closest ancestor with `data-keeps-focus`: to the first match of the
 * selector in that attribute, inside the ancestor or else in the window. Without a selector it
 * moves to the first focusable element inside. Without such an ancestor nothing happens.
 */
export function keepFocus(): void {
  let last: Element | null = null;
  let containers: readonly HTMLElement[] = [];

  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element)) return;
    last = target;
    containers = focusContainers(target);
  });
  // A click on the background drops the focus on purpose.
  document.addEventListener(
    'pointerdown',
    ({ target }) => {
      if (!(target instanceof Node && last?.contains(target))) last = null;
    },
    true,
  );
  const observer = new MutationObserver(() => {
    if (last === null || last.isConnected || hasFocus()) return;
    const fallback = findFocusFallback(containers);
    // What takes its place may still be loading.
    if (!fallback) return;
    last = null;
    fallback.focus();
  });
  observer.observe(document.body, { childList: true, subtree: true });
}

function hasFocus(): boolean {
  const { activeElement } = document;
  return activeElement !== null && activeElement !== document.body;
}

function focusContainers(element: Element): readonly HTMLElement[] {
  const container = element.parentElement?.closest<HTMLElement>('[data-keeps-focus]');
  return container ? [container, ...focusContainers(container)] : [];
}

function findFocusFallback(containers: readonly HTMLElement[]): HTMLElement | undefined {
  for (const container of containers) {
    if (!container.isConnected) continue;
    const selector = container.dataset['keepsFocus'] ?? '';
    const candidates =
      selector === ''
        ? container.querySelectorAll<HTMLElement>(focusable)
        : [
            ...container.querySelectorAll<HTMLElement>(selector),
            ...document.querySelectorAll<HTMLElement>(selector),
          ];
    const candidate = [...candidates].find((each) => each.checkVisibility());
    if (candidate) return candidate;
  }
  return undefined;
}
