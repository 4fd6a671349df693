/** Stands for the site's address in the built pages, until the deployment of a stage replaces it. */
export const BUILT_SITE_URL = "https://mwamba.example";
