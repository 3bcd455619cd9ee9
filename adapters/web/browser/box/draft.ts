import type { DraftPost } from '../../shared/draft-post.ts'
import { createBackoff } from '../lib/backoff.ts'
import type { KeptTexts } from '../lib/kept.ts'

export interface DraftDeps {
  readonly kept: KeptTexts
  /** What the server had when the page was opened. */
  readonly stored: string
  /** Stores a draft. Returns what is stored now. Throws an error with the status of the answer, which is 0 if the server could not be reached. */
  readonly save: (draft: DraftPost, options?: { readonly keepalive: boolean }) => Promise<{ readonly text: string }>
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
  /** The draft that the server had, then those that it may have stored since. Absent if the server could not be asked. */
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

/** The number of drafts kept of those that the server may have stored without the browser hearing of it. */
const maxAttempted = 10

/** In ms. A draft is saved once nothing was typed for this long. */
const quietMs = 400

/**
 * Returns the draft to begin with. What this browser could not save applies. If something was written elsewhere since, both are kept.
 */
export function chooseDraft(stored: string, unsaved: UnsavedDraft | undefined): string {
  if (!unsaved) return stored
  const { text, known } = unsaved
  if (stored === '' || known?.includes(stored)) return text
  // The page that was left has perhaps saved it, and then somebody changed it.
  return known?.includes(text) ? stored : joinDrafts(stored, text)
}

/** Keeps both of two texts that were written apart. */
const joinDrafts = (one: string, other: string): string => {
  if (one.startsWith(other)) return one
  return other.startsWith(one) ? other : `${one}\n\n${other}`
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
    const [first = stored, ...later] = new Set(known)
    unsaved = text === stored && !isSaving ? undefined : { text, known: [first, ...later.slice(-maxAttempted)] }
    writeUnsaved(kept, unsaved)
  }
  const adopt = (written: string) => {
    text = written
    // The box shows it once nothing else stands there.
    if (!deps.isBusy()) deps.onChange(text)
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
    const answer = await deps.save({ text: sent, known: unsaved?.known ?? [] }).then(
      (draft) => ({ ...draft, status: 200 }),
      ({ status }: { readonly status: number }) => ({ text: undefined, status }),
    )
    isSaving = false
    if (isClosed) return
    if (answer.text === undefined) {
      keep(unsaved?.known ?? [])
      // What the server refuses is refused again. It is kept here until it changes.
      if (answer.status === 0 || answer.status >= 429) saveLater(backoff.next())
      return
    }
    backoff.reset()
    stored = answer.text
    if (stored !== sent) adopt(joinDrafts(stored, text))
    keep([stored])
    if (text !== stored) saveLater(quietMs)
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
      deps.save({ text, known: unsaved?.known ?? [] }, { keepalive: true }).catch(() => {
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
      adopt(now)
    },
    /** The session has ended. */
    close(): void {
      isClosed = true
      cancelSave()
    },
  }
}
