import { Button, Checkbox } from '@mantine/core';
import { type BucketTarget, targetFolder } from '@shared/targets.js';
import { Field } from '../../ui/Field.js';
import { TextInput } from '../../ui/TextInput.js';
import { chosenTargets, countRemoved } from '../batch/batch-uploads.js';
import { useTargets } from '../../settings/targets-store.js';
import { openNewTarget } from '../../queue/uploads/uploading.js';
import { changeDraft, useDraft } from './draft-store.js';
import { t } from '../../i18n/t.js';

/**
 * Destinations that each PDF of the queue is uploaded to, and the path in them. None by default.
 */
export function UploadFields() {
  const isUploading = useDraft(({ draft }) => draft.uploadTargets.length > 0);
  return (
    <>
      <UploadTargetsField />
      {isUploading && <UploadPathField />}
    </>
  );
}

function UploadTargetsField() {
  const uploadTargets = useDraft(({ draft }) => draft.uploadTargets);
  const targets = useTargets((state) => state.targets);
  const removed = countRemoved({ uploadTargets }, targets);
  return (
    <Field
      name="output.uploads"
      label={t('form.uploadTo')}
      help={{
        help: t('form.uploadToHelp'),
        example: t('form.uploadToExample'),
      }}
      changed={uploadTargets.length > 0}
      onReset={() => changeDraft({ uploadTargets: [] })}
      isGroup
    >
      {({ id }) => (
        <div className="upload-targets">
          {targets.map((target, index) => (
            <TargetChoice
              key={target.id}
              id={index === 0 ? id : `${id}-${target.id}`}
              target={target}
            />
          ))}
          {removed > 0 && (
            <Checkbox
              id={targets.length === 0 ? id : `${id}-removed`}
              size="xs"
              label={t('form.removedDestinations', { count: removed })}
              checked
              onChange={() => clearRemoved(targets)}
            />
          )}
          {targets.length === 0 && (
            <Button
              id={removed === 0 ? id : `${id}-add`}
              variant="subtle"
              size="compact-sm"
              onClick={openNewTarget}
            >
              {t('uploads.addDestination')}
            </Button>
          )}
        </div>
      )}
    </Field>
  );
}

interface TargetChoiceProps {
  readonly id: string;
  readonly target: BucketTarget;
}

function TargetChoice({ id, target }: TargetChoiceProps) {
  const isChosen = useDraft(({ draft }) => draft.uploadTargets.includes(target.id));
  return (
    <Checkbox
      id={id}
      size="xs"
      label={target.name}
      checked={isChosen}
      onChange={(event) => choose(target.id, event.currentTarget.checked)}
    />
  );
}

function UploadPathField() {
  const draft = useDraft((state) => state.draft);
  const targets = useTargets((state) => state.targets);
  const [first] = chosenTargets(draft, targets);
  return (
    <Field
      name="output.uploadPath"
      label={t('form.path')}
      help={{
        help: t('form.pathHelp', {
          folder: first ? targetFolder(first) : t('form.destinationFolder'),
        }),
        example: t('form.pathExample'),
      }}
      changed={draft.uploadPath !== ''}
      onReset={() => changeDraft({ uploadPath: '' })}
    >
      {(control) => (
        <TextInput
          {...control}
          placeholder={t('form.uploadPathPlaceholder')}
          value={draft.uploadPath}
          onChange={(uploadPath) => changeDraft({ uploadPath })}
        />
      )}
    </Field>
  );
}

function choose(id: string, isWanted: boolean): void {
  const others = useDraft.getState().draft.uploadTargets.filter((each) => each !== id);
  changeDraft({ uploadTargets: isWanted ? [...others, id] : others });
}

function clearRemoved(targets: readonly BucketTarget[]): void {
  const { draft } = useDraft.getState();
  changeDraft({ uploadTargets: chosenTargets(draft, targets).map(({ id }) => id) });
}
