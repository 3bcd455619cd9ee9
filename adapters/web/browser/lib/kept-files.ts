/** The files of messages that wait to be sent. They survive a reload where the browser has a database. */
export interface KeptFiles {
  write(id: string, files: readonly File[]): void
  /** Undefined if the files are gone. */
  read(id: string): Promise<readonly File[] | undefined>
  remove(id: string): void
  /** Removes everything, and keeps nothing from then on: the session has ended. */
  clear(): void
}

const prefix = 'throughline.'
const store = 'files'

const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

/** Opens the files kept for an account, and removes those kept for others. */
export function openKeptFiles(account: string): KeptFiles {
  const name = prefix + account
  const known = new Map<string, readonly File[]>()
  let isOpen = true
  void removeKeptFiles(name)
  const run = async <T>(mode: IDBTransactionMode, act: (files: IDBObjectStore) => IDBRequest<T>): Promise<T | undefined> => {
    if (!isOpen) return undefined
    try {
      const opened = indexedDB.open(name)
      opened.onupgradeneeded = () => opened.result.createObjectStore(store)
      const database = await resultOf(opened)
      const result = await resultOf(act(database.transaction(store, mode).objectStore(store)))
      database.close()
      return result
    } catch {
      // The browser has no database, or no room. The files are kept until the page is closed.
      return undefined
    }
  }
  return {
    write(id, files) {
      known.set(id, files)
      void run('readwrite', (all) => all.put(files, id))
    },
    read: async (id) => known.get(id) ?? (await run<readonly File[]>('readonly', (all) => all.get(id))),
    remove(id) {
      known.delete(id)
      void run('readwrite', (all) => all.delete(id))
    },
    clear() {
      isOpen = false
      known.clear()
      void removeKeptFiles()
    },
  }
}

/** Removes the files kept for everyone, except under one name. */
export async function removeKeptFiles(but?: string): Promise<void> {
  for (const { name } of await indexedDB.databases()) if (name?.startsWith(prefix) && name !== but) indexedDB.deleteDatabase(name)
}
