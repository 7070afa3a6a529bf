import { describe, expect, it, vi } from 'vitest';
import type { AppErrorData } from '../../../../electron/shared/messages/errors.js';
import type { Result } from '../../../../electron/shared/result.js';
import { createEditing } from '../../../../renderer/settings/editing.js';
import { type Message, literal } from '../../../../electron/shared/messages/message.js';
import { keepTypedSecret, typedSecret } from '../../../../renderer/settings/secrets.js';

const notices = vi.hoisted(() => ({ showFailure: vi.fn() }));
vi.mock('../../../../renderer/ui/notices.js', () => notices);

interface Form {
  readonly name: string;
}
const refused: AppErrorData = {
  code: 'remote-refused',
  message: literal('No.'),
  fields: [{ field: 'login', message: literal('The key is not known.') }],
};

function editing() {
  const test = vi.fn<(name: string, secret: string) => Promise<Result<{ message: Message }>>>();
  const save =
    vi.fn<(name: string, secret: string | null | undefined) => Promise<AppErrorData | null>>();
  const editor = createEditing<Form, string>({
    idPrefix: 'office',
    fields: ['name'],
    read: ({ name }) =>
      name === ''
        ? { item: null, issues: [{ field: 'name', message: literal('The name is empty.') }] }
        : { item: name, issues: [] },
    test,
    save,
  });
  return { ...editor, test, save, editing: editor, state: editor.use.getState };
}

describe('editing in the settings', () => {
  it('shows an error when the field was left, or an action is tried, and focuses it', async () => {
    const { editing: edits, state, test } = editing();
    edits.begin({ name: '' }, true);
    expect(edits.issues(state())).toEqual([]);
    edits.touch('name');
    expect(edits.issues(state())).toHaveLength(1);
    edits.begin({ name: '' }, true);
    await edits.test('');
    expect(edits.issues(state())).toHaveLength(1);
    expect(state().focusErrorTick).toBe(1);
    expect(test).not.toHaveBeenCalled();
  });

  it('shows what a test found beside its field until the form changes', async () => {
    const { editing: edits, state, test } = editing();
    test.mockResolvedValue({ ok: false, error: refused });
    edits.begin({ name: 'office' }, true);
    await edits.test('key');
    expect(test).toHaveBeenCalledWith('office', 'key');
    expect(edits.issues(state())).toEqual(refused.fields);
    edits.change({ name: 'other' });
    expect(edits.issues(state())).toEqual([]);
    expect(state().test).toEqual({ kind: 'none' });
  });

  it('keeps a typed secret while the form is open, and forgets it afterwards', async () => {
    const { editing: edits, save } = editing();
    edits.begin({ name: 'office' }, true);
    keepTypedSecret('office-secret', 'key');
    save.mockResolvedValueOnce(refused);
    await edits.keep('key');
    edits.change({ name: 'other' });
    expect(typedSecret('office-secret')).toBe('key');
    edits.stop();
    expect(typedSecret('office-secret')).toBe('');
    edits.begin({ name: 'office' }, true);
    keepTypedSecret('office-secret', 'key');
    save.mockResolvedValueOnce(null);
    await edits.keep('key');
    expect(typedSecret('office-secret')).toBe('');
  });

  it('discards the result of a test if the form changed during it', async () => {
    const { editing: edits, state, test } = editing();
    let answer: (result: Result<{ message: Message }>) => void = () => undefined;
    test.mockReturnValue(new Promise((resolve) => (answer = resolve)));
    edits.begin({ name: 'office' }, true);
    const tested = edits.test('');
    edits.change({ name: 'other' });
    answer({ ok: true, value: { message: literal('Fine.') } });
    await tested;
    expect(state().test).toEqual({ kind: 'none' });
  });

  it('returns to the list after saving, and stays if that failed', async () => {
    const { editing: edits, state, save } = editing();
    save.mockResolvedValueOnce(refused).mockResolvedValueOnce(null);
    edits.begin({ name: 'office' }, false);
    await edits.keep(null);
    expect(state()).toMatchObject({ form: { name: 'office' }, failure: refused, saving: false });
    await edits.keep(undefined);
    expect(save.mock.calls).toEqual([
      ['office', null],
      ['office', undefined],
    ]);
    expect(state().form).toBeNull();
  });

  it('does not touch a form that was opened while another was being saved, and reports the failure', async () => {
    const { editing: edits, state, save } = editing();
    let answer: (failure: AppErrorData | null) => void = () => undefined;
    save.mockImplementation(() => new Promise((resolve) => (answer = resolve)));
    for (const failure of [null, refused]) {
      edits.begin({ name: 'office' }, false);
      const kept = edits.keep(undefined);
      edits.stop();
      edits.begin({ name: 'home' }, true);
      answer(failure);
      await kept;
      expect(state()).toMatchObject({ form: { name: 'home' }, failure: null, saving: false });
    }
    expect(notices.showFailure.mock.calls).toEqual([[expect.any(String), refused]]);
  });
});
