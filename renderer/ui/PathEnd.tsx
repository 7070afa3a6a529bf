/** Stands for the path in a text, as a character that no text contains. */
export const pathSlot = '\u{fffc}';

interface PathEndProps {
  /** A text with {@link pathSlot} where the path goes. */
  readonly text: string;
  readonly path: string;
}

/** Shows a path truncated at its start, so that the file name stays visible. */
export function PathEnd({ text, path }: PathEndProps) {
  const [before = '', after = ''] = text.split(pathSlot);
  return (
    <span className="saved-path" title={path}>
      {before}
      <span className="saved-path-end">
        <bdi dir="ltr">{path}</bdi>
      </span>
      {after}
    </span>
  );
}
