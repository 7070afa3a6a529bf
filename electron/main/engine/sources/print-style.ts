/** The style of documents that have none of their own: Markdown and Word documents. */
export const printStyle = `
@page { margin: 20mm 18mm }
html { font: 11pt/1.5 system-ui, sans-serif; color: #1d1c1a; overflow-wrap: break-word }
body { margin: 0 }
h1, h2, h3, h4, h5, h6 { line-height: 1.25; margin: 1.4em 0 .5em; break-after: avoid }
h1 { font-size: 2em } h2 { font-size: 1.5em } h3 { font-size: 1.2em } h4, h5, h6 { font-size: 1em }
article > :first-child { margin-top: 0 }
p, ul, ol, dl, table, pre, blockquote, figure { margin: 0 0 .9em }
p, li { orphans: 2; widows: 2 }
ul, ol { padding-left: 1.6em }
li > ul, li > ol { margin-bottom: 0 }
a { color: #0b57a4; text-decoration: none }
img, svg, video { max-width: 100% }
blockquote { margin-left: 0; padding-left: 1em; border-left: 3px solid #d0cec8; color: #57544d }
hr { border: 0; border-top: 1px solid #d0cec8; margin: 1.6em 0 }
code, pre, kbd, samp { font: .9em/1.45 ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace }
:not(pre) > code { background: #f1f0ec; border-radius: 3px; padding: .1em .3em }
pre { background: #f6f5f2; border-radius: 5px; padding: .8em 1em; white-space: pre-wrap }
table { border-collapse: collapse; max-width: 100% }
th, td { border: 1px solid #d0cec8; padding: .3em .6em; text-align: left; vertical-align: top }
th { background: #f6f5f2 }
thead { display: table-header-group }
tr, img, figure { break-inside: avoid }
`;

/** A word that is as wide as a third of the paper, such as a URL or a path. */
const longWord = /[!-~]{31,}/g;
/** Up to a mark, unless the next is far. */
const wordPart = /[!-~]{15,29}?[^A-Za-z0-9]|[!-~]{1,30}/g;

/** Where a text may break in a table: that is as wide as its words, and would be cut off. */
export function breakableParts(text: string): readonly string[] {
  return text.replace(longWord, (word) => (word.match(wordPart) ?? []).join('\0')).split('\0');
}
