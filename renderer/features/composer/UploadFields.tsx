import { Button, Checkbox } from '@mantine/core';
import { type BucketTarget, targetFolder } from '@shared/targets.js';
import { Field } from '../../components/Field.js';
import { TextInput } from '../../components/TextInput.js';
import { chosenTargets, countRemoved } from '../../store/batch/batch-uploads.js';
import { useTargets } from '../../store/delivery/targets-store.js';
import { openNewTarget } from '../../store/delivery/uploading.js';
import { changeDraft, useDraft } from '../../store/draft-store.js';

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
  const gone = countRemoved({ uploadTargets }, targets);
  return (
    <Field
      name="output.uploads"
      label="Upload to"
      help={{
        help: "Upload each PDF automatically when it's ready.",
        example: 'papers and archive',
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
          {gone > 0 && (
            <Checkbox
              id={targets.length === 0 ? id : `${id}-gone`}
              size="xs"
              label={gone === 1 ? '1 removed destination' : `${gone} removed destinations`}
              checked
              onChange={() => clearRemoved(targets)}
            />
          )}
          {targets.length === 0 && (
            <Button
              id={gone === 0 ? id : `${id}-add`}
              variant="subtle"
              size="compact-sm"
              onClick={openNewTarget}
            >
              Add destination
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
      label="Path"
      help={{
        help: `Folder or file below ${first ? targetFolder(first) : "the destination's folder"}. Placeholders: {name}, {title}, {date}, {n}.`,
        example: '{date} or {date}/{name}.pdf',
      }}
      changed={draft.uploadPath !== ''}
      onReset={() => changeDraft({ uploadPath: '' })}
    >
      {(control) => (
        <TextInput
          {...control}
          placeholder="destination's folder"
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
