import type { Played } from "./player.ts";

/** Differences that a change of the code is meant to make, each with its reason. */
export const intended: {
  why: string;
  matches(before: Played, after: Played, at: string): boolean;
}[] = [];
