/** What this browser stores for the signed-in user: messages that wait to be sent, and a draft that the server does not have yet. */
export interface KeptTexts {
  /** Null if nothing is kept under the name. */
  read(name: string): string | null
  /** Null removes what is kept. */
  write(name: string, text: string | null): void
  /** Removes everything, and keeps nothing from then on: the session has ended. */
  clear(): void
}

/** The parts of the browser storage that are used. */
export type TextStorage = Pick<Storage, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'>

const prefix = 'throughline.'

/** Opens what is kept for an account, and removes what was kept for others. Without storage, nothing is kept. */
export function openKept(storage: TextStorage | undefined, account: string): KeptTexts {
  const own = `${prefix}${account}.`
  let isOpen = storage !== undefined
  if (storage) removeKept(storage, own)
  return {
    read: (name) => (isOpen ? (storage?.getItem(own + name) ?? null) : null),
    write(name, text) {
      if (!isOpen) return
      try {
        if (text === null) storage?.removeItem(own + name)
        else storage?.setItem(own + name, text)
      } catch {
        // The storage is full. What is written stays on the page until it is closed.
      }
    },
    clear() {
      isOpen = false
      if (storage) removeKept(storage)
    },
  }
}

/** Removes what is kept for everyone, except under names that begin with `but`. */
export function removeKept(storage: TextStorage, but?: string): void {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
  for (const key of keys) if (key.startsWith(prefix) && !(but && key.startsWith(but))) storage.removeItem(key)
}

/** Returns the browser's storage. Undefined if the user has turned it off, which browsers report as an error. */
export function findStorage(): Storage | undefined {
  try {
    return window.localStorage
  } catch {
    return undefined
  }
}
