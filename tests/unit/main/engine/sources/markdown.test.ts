import { describe, expect, it } from 'vitest';
import { markdownPage } from '../../../../../electron/main/engine/sources/markdown.js';

const titleOf = (text: string) => /<title>(.*)<\/title>/.exec(markdownPage(text, 'notes'))?.[1];
const bodyOf = (text: string) => /<article>([\s\S]*)<\/article>/.exec(markdownPage(text, 'x'))?.[1];

describe('the title of a Markdown page', () => {
  it.each([
    ['---\ntitle: "From <YAML>"\n---\n# Heading', 'From &lt;YAML&gt;'],
    ['---\nauthor: me\n---\n# *A* & `b`', 'A &amp; b'],
    ['# "Quoted"', '&quot;Quoted&quot;'],
    ['text\n\n## Second\n\n# First', 'First'],
    ['## Only a second level', 'notes'],
    ['', 'notes'],
  ])('of %j is %j', (text, title) => {
    expect(titleOf(text)).toBe(title);
  });
});

it('has the author, language and keywords of its YAML', () => {
  const page = markdownPage('---\nauthor: J. "X" Doe\nlang: de\nkeywords: [a, "b"]\n---', 'x');
  expect(page).toContain('<html lang="de">');
  expect(page).toContain('<meta name="author" content="J. &quot;X&quot; Doe">');
  expect(page).toContain('<meta name="keywords" content="a, b">');
});

describe('Markdown', () => {
  it.each([
    ['| A |\n|--:|\n| 1 |', '<td style="text-align:right">1</td>'],
    ['~~old~~ https://example.org/', '<s>old</s> <a href="https://example.org/">'],
    ['- [x] done', /<input[^>]*checked="checked"[^>]*disabled="disabled"/],
    ['note[^1]\n\n[^1]: text', '<section class="footnotes">'],
    ['# Größe & Maß\n\n# Größe & Maß', /id="größe--maß"[\s\S]*id="größe--maß-1"/],
    ['```js\nconst x = 1;\n```', '<span class="hljs-keyword">const</span>'],
    ['```unknown\n<b>\n```', '<code class="language-unknown">&lt;b&gt;'],
    ['a $x^2$ b', /<math [^>]*><semantics>/],
    ['$$\nx^2\n$$', /<math [^>]*display="block"/],
    ['costs $5 and $6', 'costs $5 and $6'],
    ['$\\frac{1}$', /\\frac\{1\}/],
    ['<kbd>Ctrl</kbd>', '<kbd>Ctrl</kbd>'],
    ['> [!TIP]\n> Do.', /<div class="markdown-alert markdown-alert-tip">[\s\S]*Tip[\s\S]*<p>Do\./],
  ])('%j', (text, expected) => {
    const body = bodyOf(text) ?? '';
    if (typeof expected === 'string') expect(body).toContain(expected);
    else expect(body).toMatch(expected);
  });

  it.each([
    [
      'https://example.org/a/long/path?with=query&and=more',
      '">https://example.<wbr>org/a/long/path?<wbr>with=query&amp;and=more</a></td>',
    ],
    ['`a_name_of_many_words_that_goes_on`', '<code>a_name_of_many_words_<wbr>that_goes_on</code>'],
    ['x'.repeat(40), `${'x'.repeat(30)}<wbr>${'x'.repeat(10)}`],
    ['not_a_name_of_only_30_letters_', '<td>not_a_name_of_only_30_letters_</td>'],
    ['`a<b>`', '<code>a&lt;b&gt;</code>'],
  ])('breaks long words in tables: %j', (word, expected) => {
    expect(bodyOf(`| A |\n|---|\n| ${word} |`)).toContain(expected);
    expect(bodyOf(word)).not.toContain('<wbr>');
  });

  it('leaves out the YAML at the start, and only that', () => {
    expect(bodyOf('---\ntitle: x\n---\ntext\n\n---\nrest')).toBe(
      '<p>text</p>\n<hr>\n<p>rest</p>\n',
    );
  });
});
