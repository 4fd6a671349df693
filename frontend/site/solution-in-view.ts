/** On telephones the sheets above the chosen one fold away; its name must not leave the window with them. */
export function keepChosenSolutionInView(): void {
  document.getElementById("solutions")?.addEventListener("change", ({ target }) => {
    const name = (target as Element).closest("label");
    if (name && name.getBoundingClientRect().top < 0) name.scrollIntoView({ behavior: "instant" });
  });
}
