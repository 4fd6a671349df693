// With SEED, random tests play the same cases again; .ci/run takes it from the commit.
if (process.env.SEED) {
  const { configureGlobal } = await import("fast-check");
  configureGlobal({ seed: Number(process.env.SEED) });
}
