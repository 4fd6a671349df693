// The client's account page can be read without this script. Only a script can open the browser's print dialog.
const button = document.getElementById("print");
if (button) {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
}
