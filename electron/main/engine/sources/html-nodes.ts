import { type DefaultTreeAdapterTypes as Tree, parse } from 'parse5';
import { statedEncoding } from '../page/inert-document.js';

/** Yields all descendants of a node in document order, including the content of `<template>`. */
export function* nodesOf(root: Tree.ParentNode): Generator<Tree.ChildNode> {
  const waiting: Tree.ChildNode[] = [];
  addChildren(waiting, root);
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    yield node;
    if ('content' in node) addChildren(waiting, node.content);
    if ('childNodes' in node) addChildren(waiting, node);
  }
}

/** The elements among {@link nodesOf}. */
export function* elementsOf(root: Tree.ParentNode): Generator<Tree.Element> {
  for (const node of nodesOf(root)) if ('tagName' in node) yield node;
}

/**
 * Pushes children one by one, first on top, because a call takes fewer arguments than a node may
 * have children.
 */
function addChildren(waiting: Tree.ChildNode[], { childNodes }: Tree.ParentNode): void {
  for (const child of childNodes.toReversed()) waiting.push(child);
}

/** How many bytes browsers search for a declared encoding (HTML Standard, 13.2.3.2). */
const prescanBytes = 1024;

/** Returns the encoding that a document declares where browsers search for it, or null. */
export function documentEncoding(bytes: Buffer): string | null {
  const stated = firstStated(parse(bytes.toString('latin1', 0, prescanBytes)));
  // A declaration that could be read is not in UTF-16 (HTML Standard, 13.2.3.2).
  return stated?.startsWith('utf-16') ? 'utf-8' : stated;
}

function firstStated(node: Tree.ParentNode): string | null {
  for (const child of node.childNodes) {
    if (!('tagName' in child)) continue;
    const stated = statedEncoding(child) ?? '';
    const found = stated === '' ? firstStated(child) : stated;
    if (found !== null) return found;
  }
  return null;
}
