import { afterEach, describe, expect, it, vi } from 'vitest';
import { commandFor, keyParts, keysOf } from '../../../../renderer/ui/commands.js';

/** An element as far as shortcuts look at it. */
class Element {
  readonly #isTextField: boolean;

  constructor(isTextField: boolean) {
    this.#isTextField = isTextField;
  }

  closest() {
    return this.#isTextField ? this : null;
  }
}

function on(userAgent: string): void {
  vi.stubGlobal('navigator', { userAgent });
  vi.stubGlobal('HTMLElement', Element);
}
const onMac = () => on('Macintosh; Mac OS X');
const onLinux = () => on('X11; Linux x86_64');

afterEach(() => vi.unstubAllGlobals());

function press(key: string, modifiers: Partial<KeyboardEvent> = {}, inTextField = false) {
  const event = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...modifiers };
  // What a keyboard event has, as far as shortcuts look at it.
  return commandFor({
    key,
    target: new Element(inTextField),
    ...event,
  } as unknown as KeyboardEvent);
}

describe('a key press', () => {
  it.each([
    ['o', { ctrlKey: true }, 'open'],
    ['O', { ctrlKey: true, shiftKey: true }, 'open-json'],
    ['s', { ctrlKey: true }, 'save'],
    ['S', { ctrlKey: true, shiftKey: true }, 'save-as'],
    ['+', { ctrlKey: true, shiftKey: true }, 'zoom-in'],
    ['=', { ctrlKey: true }, 'zoom-in'],
    ['F5', {}, 'refresh'],
    ['Escape', {}, 'cancel'],
    ['?', { shiftKey: true }, 'help'],
    ['s', {}, null],
    ['s', { metaKey: true }, null],
    // AltGr, which types signs.
    ['s', { ctrlKey: true, altKey: true }, null],
    ['?', { ctrlKey: true }, null],
  ] as const)('%s with %o is %s', (key, modifiers, command) => {
    onLinux();
    expect(press(key, modifiers)).toBe(command);
  });

  it('uses Cmd on a Mac', () => {
    onMac();
    expect(press('s', { metaKey: true })).toBe('save');
    expect(press('s', { ctrlKey: true })).toBeNull();
  });

  it('types in a text field, but other keys stay shortcuts', () => {
    onLinux();
    expect(press('?', {}, true)).toBeNull();
    expect(press('Escape', {}, true)).toBe('cancel');
    expect(press('s', { ctrlKey: true }, true)).toBe('save');
  });
});

describe('the keys of a command', () => {
  it('are written as the platform writes them', () => {
    onLinux();
    expect(keysOf('save-as')).toBe('Ctrl+Shift+S');
    expect(keysOf('zoom-out')).toBe('Ctrl+−');
    expect(keyParts('zoom-in')).toEqual(['Ctrl', '+']);
    expect(keysOf('cancel')).toBe('Esc');
    onMac();
    expect(keysOf('save-as')).toBe('⇧⌘S');
  });

  it('are empty without a shortcut', () => {
    onLinux();
    expect(keysOf('retry-failed')).toBe('');
  });
});
