const prefix = "draft:";

/** What somebody typed and has not saved, with what was stored when they began. It stays in this tab. */
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
    // Without storage the form works as before; it only does not survive leaving the page.
  }
}

export function dropDraft(name: string): void {
  try {
    sessionStorage.removeItem(prefix + name);
  } catch {}
}

/** Nobody finds what somebody else typed before signing out on the same machine. */
export function dropDraftsOfOthers(person: string | undefined): void {
  try {
    for (const key of Object.keys(sessionStorage).filter((key) => key.startsWith(prefix))) {
      const name = key.slice(prefix.length);
      if (person === undefined || !readDraft(name, person)) dropDraft(name);
    }
  } catch {}
}
