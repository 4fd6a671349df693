const grey = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 88 66"><rect width="88" height="66" fill="#d9d9d6"/><path d="M30 42l9-10 7 7 5-5 7 8M30 22h28v22H30z" fill="none" stroke="#6b6b67" stroke-width="1.5"/></svg>',
)}`;

const replace = (image: HTMLImageElement) => {
  if (image.src === grey) return;
  image.src = grey;
  image.alt = "Error loading image";
};

/** Replaces every image that fails to load with a grey placeholder, as specified. */
export function replaceBrokenImages(): void {
  document.addEventListener(
    "error",
    ({ target }) => {
      if (target instanceof HTMLImageElement) replace(target);
    },
    true,
  );
  // Images that failed before this script ran.
  for (const image of document.images) {
    if (image.complete && image.currentSrc && image.naturalWidth === 0) replace(image);
  }
}
