import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ShownPdf } from '../../../../renderer/document/draft/preview-store.js';
import { target, upload } from '../support/deliveries.js';
import { literal } from '../../../../electron/shared/messages/message.js';

const bridge = vi.hoisted(() => ({ call: vi.fn(), on: vi.fn() }));
const ui = vi.hoisted(() => ({
  focusField: vi.fn(),
  openSettings: vi.fn(),
  useUi: { setState: vi.fn() },
}));
const notices = vi.hoisted(() => ({
  reportResult: vi.fn((_title: string, { ok }: { readonly ok: boolean }) => ok),
  showNotice: vi.fn(),
}));
vi.mock('../../../../renderer/bridge/bridge.js', () => bridge);
vi.mock('../../../../renderer/ui/ui-store.js', () => ui);
vi.mock('../../../../renderer/ui/notices.js', () => notices);

const shown: ShownPdf = {
  artifact: {
    id: 'artifact',
    address: '',
    size: 1,
    pages: 1,
    title: '',
    suggestedName: 'About {name}.pdf',
    preflight: [],
  },
  request: {
    source: { kind: 'html', html: 'x' },
    disableJavascript: false,
    timeoutSeconds: 30,
    compliance: { gdpr: true, hipaa: false },
  },
  renderOn: null,
  receipt: null,
  source: 'html',
};
const papers = target('papers', { prefix: 'reports' });
const archive = target('archive');

async function startWindow() {
  const { usePreview } = await import('../../../../renderer/document/draft/preview-store.js');
  const { useTargets } = await import('../../../../renderer/settings/targets-store.js');
  const { useSettings } = await import('../../../../renderer/settings/settings-store.js');
  const { useSent } = await import('../../../../renderer/queue/deliveries-store.js');
  const { targetEditing } = await import('../../../../renderer/settings/target-form.js');
  const drafts = await import('../../../../renderer/document/draft/draft-store.js');
  usePreview.setState({ shown });
  useTargets.setState({ targets: [papers, archive] });
  drafts.changeDraft({ tab: 'html', html: 'x', uploadTargets: [papers.id] });
  return {
    ...(await import('../../../../renderer/queue/delivery-actions.js')),
    ...drafts,
    usePreview,
    useTargets,
    useSettings,
    useSent,
    targetEditing,
  };
}

/** The upload calls so far. */
function asked(): readonly unknown[] {
  const channels = bridge.call.mock.calls.map(([channel]: readonly unknown[]) => channel);
  return channels.filter((channel) => String(channel).startsWith('deliveries:'));
}

beforeEach(() => {
  vi.resetModules();
  vi.clearAllMocks();
  bridge.call.mockResolvedValue({ ok: true, value: { ids: ['1'] } });
});

describe('uploading', () => {
  it('uploads the PDF to the destinations of the form, and asks about conflicts', async () => {
    const window = await startWindow();
    window.changeDraft({ filename: 'invoice.pdf' });
    await window.uploadToDefault();
    expect(bridge.call).toHaveBeenCalledWith('deliveries:upload', {
      pdf: { kind: 'artifact', id: 'artifact', security: {} },
      uploads: [
        {
          target: papers.id,
          destination: 's3://papers/reports/invoice.pdf',
          existing: 'ask',
        },
      ],
      compliance: { gdpr: true, hipaa: false },
    });
    expect([...window.useSent.getState().sent]).toEqual([
      ['invoice.pdf\nhtml', { version: 'artifact\n{}', name: 'invoice.pdf', ids: ['1'] }],
    ]);
  });

  it('does not send the same PDF to the same place twice while the first is pending', async () => {
    const window = await startWindow();
    const { applyDeliveryChanges } = await import('../../../../renderer/queue/deliveries-store.js');
    window.changeDraft({ filename: 'invoice.pdf' });
    await window.uploadToDefault();
    const destination = 's3://papers/reports/invoice.pdf';
    applyDeliveryChanges({ rows: [upload('1', { destination, attempts: 1 })], removed: [] });
    await window.uploadToDefault();
    expect(asked()).toEqual(['deliveries:upload']);
    expect(notices.showNotice).toHaveBeenCalledWith(
      'This PDF is already being uploaded to papers.',
    );

    const refused = { code: 'delivery-refused', message: literal('No.') } as const;
    applyDeliveryChanges({
      rows: [upload('1', { destination, status: 'failed', error: refused })],
      removed: [],
    });
    await window.uploadToDefault();
    expect(bridge.call).toHaveBeenLastCalledWith('deliveries:retry', { ids: ['1'] });

    const error = { ...refused, fields: [{ field: 'secret', message: literal('No.') }] };
    applyDeliveryChanges({
      rows: [upload('1', { destination, error })],
      removed: [],
    });
    await window.uploadToDefault();
    expect(asked()).toEqual(['deliveries:upload', 'deliveries:retry']);
    expect(notices.showNotice).toHaveBeenLastCalledWith(
      'This PDF is already in the uploads to papers and waits for its secret key.',
    );

    applyDeliveryChanges({
      rows: [upload('1', { destination, status: 'delivered' })],
      removed: [],
    });
    await window.uploadToDefault();
    expect(asked()).toEqual(['deliveries:upload', 'deliveries:retry', 'deliveries:upload']);
  });

  it('reports that an earlier version is pending for the same place', async () => {
    const window = await startWindow();
    const { applyDeliveryChanges } = await import('../../../../renderer/queue/deliveries-store.js');
    window.changeDraft({ filename: 'invoice.pdf' });
    applyDeliveryChanges({
      rows: [upload('0', { destination: 's3://papers/reports/invoice.pdf' })],
      removed: [],
    });
    await window.uploadToDefault();
    expect(asked()).toEqual(['deliveries:upload']);
    expect(notices.showNotice).toHaveBeenCalledWith(
      expect.stringMatching(/^An earlier upload to s3:\/\/papers\/reports\/invoice\.pdf is still/),
    );
  });

  it('says the same as the form: path, file name and what happens to existing files', async () => {
    const window = await startWindow();
    window.changeDraft({ uploadPath: '{date}/', filename: 'a-{title}.pdf', existing: 'skip' });
    await window.uploadToDefault();
    const uploads = [
      {
        target: papers.id,
        destination: 's3://papers/reports/{date}/a-document.pdf',
        existing: 'skip',
      },
    ];
    expect(bridge.call).toHaveBeenCalledWith(
      'deliveries:upload',
      expect.objectContaining({ uploads }),
    );
  });

  it('remembers the last destination', async () => {
    const window = await startWindow();
    window.changeDraft({ uploadTargets: [archive.id] });
    await window.uploadToDefault();
    expect(window.useSettings.getState().uploadTarget).toBe(archive.id);
    expect(bridge.call).toHaveBeenCalledWith(
      'deliveries:upload',
      expect.objectContaining({
        uploads: [
          { target: archive.id, destination: 's3://archive/About (name).pdf', existing: 'ask' },
        ],
      }),
    );
  });

  it('is one call for several destinations, which does not change the default one', async () => {
    const window = await startWindow();
    window.changeDraft({ uploadTargets: [archive.id, papers.id] });
    await window.uploadToDefault();
    const [, input] = bridge.call.mock.calls[0] as [string, { uploads: unknown[] }];
    expect(input.uploads).toHaveLength(2);
    expect(window.useSettings.getState().uploadTarget).toBeNull();
  });

  it('offers the destinations if none is selected', async () => {
    const window = await startWindow();
    window.changeDraft({ uploadTargets: [] });
    await window.uploadToDefault();
    expect(ui.useUi.setState).toHaveBeenCalledWith({ view: 'document', destinationsOpen: true });
    expect(bridge.call).not.toHaveBeenCalled();
  });

  it('opens the settings if there is no destination', async () => {
    const window = await startWindow();
    window.useTargets.setState({ targets: [] });
    await window.uploadToDefault();
    expect(ui.openSettings).toHaveBeenCalledWith('targets');
    expect(window.targetEditing.use.getState()).toMatchObject({ isNew: true });
    expect(bridge.call).not.toHaveBeenCalled();
  });

  it('shows errors instead; those of the queue do not count', async () => {
    const window = await startWindow();
    window.changeDraft({ outputFolder: 'no full path', webhook: 'nowhere' });
    await window.uploadToDefault();
    expect(bridge.call).toHaveBeenCalledWith('deliveries:upload', expect.anything());
    bridge.call.mockClear();
    window.changeDraft({ filename: 'a:b.pdf' });
    await window.uploadToDefault();
    expect(bridge.call).not.toHaveBeenCalled();
    expect(ui.focusField).toHaveBeenCalledWith('filename');
  });

  it('reports why nothing was uploaded', async () => {
    const window = await startWindow();
    const error = { code: 'write-failed', message: literal('The disk is full.') };
    bridge.call.mockResolvedValueOnce({ ok: false, error });
    await window.uploadToDefault();
    expect(notices.reportResult).toHaveBeenLastCalledWith("Couldn't upload the PDF", {
      ok: false,
      error,
    });
    expect(window.useSent.getState()).toMatchObject({ sending: false, sent: new Map() });
  });
});
