/** The part of mammoth that is used; its own types lack `file`, a reader in place of an archive. */
declare module 'mammoth' {
  export interface PackedFiles {
    readonly exists: (name: string) => boolean;
    /** Returns text for an encoding, bytes without one. */
    readonly read: (name: string, encoding?: string) => Promise<string | Uint8Array>;
  }

  export interface WordElement {
    readonly type: string;
    children?: WordElement[];
    /** Of a paragraph. */
    alignment?: string | null;
    styleId?: string | null;
    styleName?: string | null;
    numbering?: object | null;
  }

  export interface WordImage {
    readonly contentType: string;
    readonly readAsBuffer: () => Promise<Buffer>;
  }

  /** Returns the elements for an image. */
  export type ImageConverter = (image: WordImage, messages: unknown) => Promise<readonly unknown[]>;

  interface Options {
    readonly styleMap: readonly string[];
    readonly includeEmbeddedStyleMap: boolean;
    readonly transformDocument: (document: WordElement) => WordElement;
    readonly convertImage: ImageConverter;
  }

  interface Result {
    readonly value: string;
    readonly messages: readonly { readonly type: string; readonly message: string }[];
  }

  const mammoth: {
    readonly convertToHtml: (
      input: { readonly file: PackedFiles },
      options: Options,
    ) => Promise<Result>;
    readonly images: {
      /** @param attributesOf returns the attributes of the `img` element */
      readonly imgElement: (
        attributesOf: (image: WordImage) => Promise<Readonly<Record<string, string>>>,
      ) => ImageConverter;
    };
  };
  export default mammoth;
}
