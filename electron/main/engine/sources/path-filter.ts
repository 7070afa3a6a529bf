import ignore from 'ignore';

export interface PathFilter {
  /** Globs as in .gitignore, relative to a folder or the root of a site; empty: all paths. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

/** Returns a test for relative paths with slashes. */
export function pathTest({ include, exclude }: PathFilter): (name: string) => boolean {
  const included = ignore({ ignorecase: false }).add(include);
  const excluded = ignore({ ignorecase: false }).add(exclude);
  return (name) => {
    if (name === '') return true;
    return (include.length === 0 || included.ignores(name)) && !excluded.ignores(name);
  };
}
