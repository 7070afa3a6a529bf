import type { DefaultTreeAdapterTypes as Tree } from 'parse5';

/** What is below a node, at any depth, in the order of the text; also what a `<template>` holds. */
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

/** The first comes off first. One by one, as a call takes fewer arguments than a node may have children. */
function addChildren(waiting: Tree.ChildNode[], { childNodes }: Tree.ParentNode): void {
  for (const child of childNodes.toReversed()) waiting.push(child);
}
