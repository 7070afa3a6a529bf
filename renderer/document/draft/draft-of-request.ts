import type { Draft } from '@shared/draft.js';
import type { ConversionRequest } from '@shared/request/request.js';
import { ownOption, setOwnOptions } from '@shared/request/own-options.js';
import { type UploadTarget, isBucket, targetFolder } from '@shared/targets.js';
import { draftDefaults, marginPresets, marginSides } from './draft-defaults.js';
import { t } from '../../i18n/t.js';

/** The changes to the form for a request, and messages about what it can't represent. */
export interface DraftOfRequest {
  readonly change: Partial<Draft>;
  readonly unsupported: readonly string[];
}

/**
 * Converts a request to the form. Missing options get their default.
 * @param targets destinations to match the request's storage with
 */
export function draftOfRequest(
  request: ConversionRequest,
  targets: readonly UploadTarget[],
): DraftOfRequest {
  const { pages = '', zoom = 1, disableJavascript, filename = '', webhook = '' } = request;
  const { landscape, compliance, timeoutSeconds, failOn = [], attachments = [] } = request;
  const { change, unsupported } = storageChange(request.storage, targets);
  return {
    change: {
      ...sourceChange(request.source),
      signIn: request.signIn ?? null,
      ...formatChange(request.format),
      ...marginChange(request.margin),
      orientation: landscape === undefined ? 'auto' : landscape ? 'landscape' : 'portrait',
      pages,
      zoom: String(Number((zoom * 100).toPrecision(12))),
      javascript: !disableJavascript,
      timeout: String(timeoutSeconds),
      failOn,
      attachments: [...attachments],
      protection: storedProtection(request),
      filename,
      webhook,
      gdpr: compliance?.gdpr ?? false,
      hipaa: compliance?.hipaa ?? false,
      own: ownChange(request),
      ...change,
    },
    unsupported,
  };
}

/** Passwords without an id are of a command line, which keeps none. */
function storedProtection({ protection }: ConversionRequest): Draft['protection'] {
  return protection?.id === undefined ? null : { ...protection, id: protection.id };
}

function ownChange(request: ConversionRequest): Draft['own'] {
  const typed = setOwnOptions(request).map(([name, value]) => {
    return [name, ownOption(name).kind === 'switch' ? 'on' : String(value)];
  });
  return Object.fromEntries(typed) as Draft['own'];
}

function sourceChange(source: ConversionRequest['source']): Partial<Draft> {
  switch (source.kind) {
    case 'html':
      return {
        tab: 'html',
        html: source.html,
        base: source.base ?? '',
        allowedFolders: source.allowedFolders ?? [],
      };
    case 'url':
      return { tab: 'url', url: source.url };
    case 'file':
      return { tab: 'files', files: [sourceFile(source)], selectedPath: source.path };
    case 'merged': {
      const files = source.parts.flatMap((part) =>
        part.kind === 'file' ? [sourceFile(part)] : [],
      );
      const urls = source.parts.flatMap((part) => (part.kind === 'url' ? [part.url] : []));
      return files.length > 0
        ? { tab: 'files', files, selectedPath: files[0]?.path ?? null, merge: true }
        : { tab: 'url', url: urls.join('\n'), merge: true };
    }
  }
}

function sourceFile({ path, folder, allowedFolders }: FileSource): Draft['files'][number] {
  return {
    path,
    name: path.split(/[\\/]/).at(-1) ?? path,
    size: 0,
    ...(folder !== undefined && { folder }),
    ...(allowedFolders !== undefined && { allowedFolders }),
  };
}

type FileSource = Extract<ConversionRequest['source'], { kind: 'file' }>;

function formatChange(format = ''): Partial<Draft> {
  const [, customWidth, customHeight] =
    /^([\d.]+(?:px|pt|cm|mm|in))x([\d.]+(?:px|pt|cm|mm|in))$/.exec(format) ?? [];
  if (customWidth === undefined || customHeight === undefined) return { format };
  return { format: 'custom', customWidth, customHeight };
}

function marginChange(margin: ConversionRequest['margin']): Partial<Draft> {
  const { marginPreset: page, margin: none } = draftDefaults;
  if (!margin) return { marginPreset: page, margin: none };
  const { top = '', right = '', bottom = '', left = '' } = margin;
  const presets = ['none', 'narrow', 'normal', 'wide'] as const;
  const preset = presets.find((name) =>
    marginSides.every((side) => margin[side] === marginPresets[name]),
  );
  return { marginPreset: preset ?? 'custom', margin: { top, right, bottom, left } };
}

function storageChange(
  storage: ConversionRequest['storage'],
  targets: readonly UploadTarget[],
): DraftOfRequest {
  const noUploads = { uploadTargets: [], uploadPath: '' };
  if (!storage) return { change: noUploads, unsupported: [] };
  if (storage.provider === 'service') {
    return {
      change: noUploads,
      unsupported: [t('preview.serviceStorageLeft')],
    };
  }
  const { bucketDestination } = storage;
  const target = targets
    .filter(isBucket)
    .filter((each) => bucketDestination.startsWith(targetFolder(each)))
    .sort((one, other) => other.prefix.length - one.prefix.length)[0];
  if (!target) {
    return {
      change: noUploads,
      unsupported: [t('preview.noDestinationMatches', { destination: bucketDestination })],
    };
  }
  const uploadPath = bucketDestination.slice(targetFolder(target).length);
  return { change: { uploadTargets: [target.id], uploadPath }, unsupported: [] };
}
