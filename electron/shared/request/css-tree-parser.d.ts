/** The parser alone, without the tables of properties; the types describe the whole package. */
declare module 'css-tree/parser' {
  import type { CssNode, ParseOptions } from 'css-tree';

  export default function parse(text: string, options?: ParseOptions): CssNode;
}
