type Props = { css: string; font: string };

/** The stylesheet of a page and the heading font that the build makes for it, requested with the page. */
export const PageStyle = ({ css, font }: Props) => (
  <>
    <link rel="icon" href="/favicon.ico" sizes="32x32" />
    <link rel="icon" href="/icon.svg" type="image/svg+xml" />
    <link rel="preload" href={font} as="font" type="font/woff2" crossOrigin="" />
    <style
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own stylesheet, part of the build.
      dangerouslySetInnerHTML={{
        __html: `@font-face{font-family:Bricolage;src:url(${font})format("woff2");font-weight:200 800;font-display:swap}${css}`,
      }}
    />
  </>
);
