const prefix = "draft:";

/** Unsaved values, with the stored values they were based on. Drafts stay in this tab. */
export type Draft<V> = { person: string; id: string; values: V; base: { values: V; version?: number } };

export function readDraft<V>(name: string, person: string): Draft<V> | undefined {
  try {
    const draft: Draft<V> | null = JSON.parse(sessionStorage.getItem(prefix + name) ?? "null");
    return draft?.person === person ? draft : undefined;
  } catch {
    return undefined;
  }
}

export function keepDraft<V>(name: string, draft: Draft<V>): void {
  try {
    sessionStorage.setItem(prefix + name, JSON.stringify(draft));
  } catch {
    // Without storage the form works, but leaving the page loses the draft.
  }
}

export function dropDraft(name: string): void {
  try {
    sessionStorage.removeItem(prefix + name);
  } catch {}
}

/** On a shared computer nobody must see another person's drafts. */
export function dropDraftsOfOthers(person: string | undefined): void {
  try {
    for (const key of Object.keys(sessionStorage).filter((key) => key.startsWith(prefix))) {
      const name = key.slice(prefix.length);
      if (person === undefined || !readDraft(name, person)) dropDraft(name);
    }
  } catch {}
}
