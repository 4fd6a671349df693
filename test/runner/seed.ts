import { configureGlobal } from "fast-check";

// With SEED, random tests play the same cases again; .ci/run takes it from the commit.
if (process.env.SEED) configureGlobal({ seed: Number(process.env.SEED) });
