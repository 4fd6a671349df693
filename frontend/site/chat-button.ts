/** Shows the links of the chat's bar once the first screen is out of view. */
export function showChatBarAfterFirstScreen(): void {
  const update = () => document.body.toggleAttribute("data-chat", scrollY >= innerHeight);
  for (const event of ["scroll", "resize"]) addEventListener(event, update, { passive: true });
  update();
}
