import { type DefaultTreeAdapterTypes as Tree } from 'parse5';

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
