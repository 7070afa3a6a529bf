interface PathEndProps {
  /** What is said before the path, with a space at its end. */
  readonly before: string;
  readonly path: string;
}

/** A path in a line that may be too short for it: it is cut at its start, so that the file's name stays in sight. */
export function PathEnd({ before, path }: PathEndProps) {
  return (
    <span className="saved-path" title={path}>
      {before}
      <span className="saved-path-end">
        <bdi dir="ltr">{path}</bdi>
      </span>
    </span>
  );
}
