import { createBackoff } from '../lib/backoff.ts'
import type { KeptTexts } from '../lib/kept.ts'

export interface DraftDeps {
  readonly kept: KeptTexts
  /** What the server had when the page was opened. */
  readonly stored: string
  /** Stores a draft. Throws an error with the status of the answer, which is 0 if the server could not be reached. */
  readonly save: (text: string, options?: { readonly keepalive: boolean }) => Promise<unknown>
  /** Returns what the server has. Undefined if it cannot be reached. */
  readonly load: () => Promise<string | undefined>
  /** Runs something later. Returns what cancels that. */
  readonly runLater: (ms: number, run: () => void) => () => void
  readonly random: () => number
  /** Another tab or browser has changed the draft. */
  readonly onChange: (text: string) => void
  /** Whether something else stands in the box, which must not be replaced. */
  readonly isBusy: () => boolean
}

/** What the server does not have yet, as it is kept in the browser. */
interface UnsavedDraft {
  readonly text: string
  /** What the server had, and what was being saved when the page was closed. Absent if it was written while nobody knew what the server had. */
  readonly known?: readonly string[]
}

const keptName = 'unsaved'

const readUnsaved = (kept: KeptTexts): UnsavedDraft | undefined => JSON.parse(kept.read(keptName) ?? 'null') ?? undefined
const writeUnsaved = (kept: KeptTexts, unsaved: UnsavedDraft | undefined) => kept.write(keptName, unsaved ? JSON.stringify(unsaved) : null)

/** Returns what the browser keeps of the draft while the server cannot be reached. */
export const readOfflineDraft = (kept: KeptTexts): string => readUnsaved(kept)?.text ?? ''

/** Keeps a draft in the browser until the server can be reached. */
export function keepOfflineDraft(kept: KeptTexts, text: string): void {
  const known = readUnsaved(kept)?.known
  writeUnsaved(kept, known ? { text, known } : text === '' ? undefined : { text })
}

/** In ms. A draft is saved once nothing was typed for this long. */
const quietMs = 400

/**
 * Returns the draft to begin with. What this browser could not save applies, unless something was written elsewhere since. If that is unknown,
 * both are kept.
 */
export function chooseDraft(stored: string, unsaved: UnsavedDraft | undefined): string {
  if (!unsaved) return stored
  const { text, known } = unsaved
  if (!known) return [stored, text].filter((part) => part !== '').join('\n\n')
  return stored === '' || known.includes(stored) ? text : stored
}

/**
 * What stands in the box and was not sent. The server keeps it, so every browser of the user has it. The browser keeps only what the server
 * does not have yet.
 */
export function createDraft(deps: DraftDeps) {
  const { kept } = deps
  const backoff = createBackoff(deps.random)
  let { stored } = deps
  let unsaved: UnsavedDraft | undefined = readUnsaved(kept)
  let text = chooseDraft(stored, unsaved)
  let isSaving = false
  let isClosed = false
  let cancelSave = () => {}

  const keep = (known: readonly string[]) => {
    unsaved = text === stored && !isSaving ? undefined : { text, known: [...new Set(known)] }
    writeUnsaved(kept, unsaved)
  }
  const saveLater = (ms: number) => {
    cancelSave()
    cancelSave = deps.runLater(ms, () => void save())
  }
  const save = async (): Promise<void> => {
    cancelSave()
    if (isClosed || isSaving || text === stored) return
    const sent = text
    isSaving = true
    keep([...(unsaved?.known ?? []), stored, sent])
    const status = await deps.save(sent).then(
      () => undefined,
      (error: { readonly status: number }) => error.status,
    )
    isSaving = false
    if (status === undefined) {
      backoff.reset()
      stored = sent
    }
    keep(status === undefined ? [stored] : (unsaved?.known ?? []))
    // What the server refuses is refused again. It is kept here until it changes.
    if (status === undefined && text !== stored) saveLater(quietMs)
    else if (status === 0 || (status !== undefined && status >= 429)) saveLater(backoff.next())
  }
  keep(unsaved?.known ?? [])
  if (text !== stored) saveLater(quietMs)

  return {
    text: () => text,
    /** Something was typed. */
    change(written: string): void {
      if (isClosed || written === text) return
      text = written
      keep(unsaved?.known ?? [stored])
      saveLater(quietMs)
    },
    /** The connection is back: tries at once. */
    wake(): void {
      backoff.reset()
      void save()
    },
    /** The page may be closed now, so it is sent without waiting for an answer. */
    leave(): void {
      if (isClosed || text === stored) return
      keep([...(unsaved?.known ?? []), stored, text])
      deps.save(text, { keepalive: true }).catch(() => {
        // It is kept in the browser, and saved when the page is opened again.
      })
    },
    /** Shows what was written elsewhere, unless something is being written here. */
    async refresh(): Promise<void> {
      const isIdle = () => !isClosed && !isSaving && text === stored && !deps.isBusy()
      if (!isIdle()) return
      const now = await deps.load()
      if (now === undefined || now === stored || !isIdle()) return
      stored = now
      text = now
      deps.onChange(now)
    },
    /** The session has ended. */
    close(): void {
      isClosed = true
      cancelSave()
    },
  }
}
