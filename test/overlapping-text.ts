/** The texts and controls of the page that are printed over each other. */
export function overlappingText(): string[] {
  const shown = [
    ...document.querySelectorAll("#content :is(a, button, strong, dt, dd > strong, time, h1, h2, h3)"),
  ]
    .map((element) => {
      // Of a button without a background only its text is printed.
      const text = document.createRange();
      let inner: Node = element;
      while (inner.firstChild) inner = inner.firstChild;
      text.selectNodeContents(inner);
      const isBare = element.getAttribute("data-variant") === "transparent";
      return { element, box: (isBare ? text : element).getBoundingClientRect() };
    })
    .filter(({ box }) => box.width > 0 && box.height > 0);
  return shown.flatMap(({ element, box }, index) =>
    shown
      .slice(index + 1)
      .filter(
        ({ element: other, box: its }) =>
          !element.contains(other) &&
          box.left < its.right - 1 &&
          its.left < box.right - 1 &&
          box.top < its.bottom - 1 &&
          its.top < box.bottom - 1,
      )
      .map(({ element: other }) => `${element.textContent} and ${other.textContent}`),
  );
}
