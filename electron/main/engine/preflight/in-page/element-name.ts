/** An element as a person may find it in the page: `table.wide ("Quarter Revenue…")`. Runs inside the page. */
export function elementName(element: Element): string {
  // The fields of a form can have any name, also that of a property of the form.
  const attribute = (name: string) => Element.prototype.getAttribute.call(element, name) ?? '';
  const [className = ''] = attribute('class').trim().split(/\s+/);
  const id = attribute('id');
  const mark = id !== '' ? `#${id}` : className !== '' ? `.${className}` : '';
  const longest = 30;
  const text = (Reflect.get(Node.prototype, 'textContent', element) ?? '').slice(0, 500);
  const words = text.replace(/\s+/g, ' ').trim();
  const start = words.length <= longest ? words : `${words.slice(0, longest - 1).trim()}…`;
  const name = `${Reflect.get(Element.prototype, 'localName', element)}${mark}`;
  return start === '' ? name : `${name} ("${start}")`;
}
