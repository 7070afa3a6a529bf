interface PathEndProps {
  /** Text before the path, with a trailing space. */
  readonly before: string;
  readonly path: string;
}

/** Shows a path truncated at its start, so that the file name stays visible. */
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
