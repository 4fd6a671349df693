/**
 * Reports texts that React changes, removes or inserts beside as nodes of their own. Translations and extensions wrap texts
 * in elements; React then does not find its node, and shows an old text or fails. A text that is the only child of its
 * element has no such node. Runs in the page, before its scripts.
 */
export function reportLooseText(): void {
  // React marks the nodes that it finds again by themselves.
  const isLoose = (node: Node | null): node is Text =>
    node instanceof Text &&
    node.data.trim() !== "" &&
    Object.keys(node).some((key) => key.startsWith("__reactFiber$"));
  const report = (text: Text, how: string) =>
    console.error(`A text that stands alone is ${how}: “${text.data}” in ${text.parentElement?.outerHTML}`);
  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    if (isLoose(child)) report(child, "removed");
    return removeChild.call(this, child) as T;
  };
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, next: Node | null): T {
    if (isLoose(next)) report(next, "inserted before");
    return insertBefore.call(this, node, next) as T;
  };
  const value = Object.getOwnPropertyDescriptor(Node.prototype, "nodeValue") as PropertyDescriptor;
  Object.defineProperty(Node.prototype, "nodeValue", {
    ...value,
    set(this: Node, text: string) {
      if (isLoose(this)) report(this, "changed");
      value.set?.call(this, text);
    },
  });
}
