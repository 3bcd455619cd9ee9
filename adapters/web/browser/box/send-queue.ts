import { createBackoff } from '../lib/backoff.ts'
import type { KeptTexts } from '../lib/kept.ts'

/** A message that was written and is not stored yet. */
export interface WaitingMessage {
  /** Posting a message twice under one id has no effect. */
  readonly id: string
  readonly text: string
  /** The message replied to, and its beginning. */
  readonly replyTo?: number
  readonly quote?: string
  /** The names of its files. */
  readonly files?: readonly string[]
}

export type SendState = 'waiting' | 'sending' | 'sent' | { readonly problem: string }

/** Why a message was not sent. A status of 0 says that the server could not be reached. */
interface SendFailure {
  readonly status: number
  readonly message: string
}

export interface SendQueueDeps {
  readonly kept: KeptTexts
  /** Posts a message. Throws a SendFailure. */
  readonly post: (message: WaitingMessage) => Promise<unknown>
  /** Runs something later. Returns what cancels that. */
  readonly runLater: (ms: number, run: () => void) => () => void
  readonly random: () => number
  /** Shows what becomes of a message. */
  readonly onState: (message: WaitingMessage, state: SendState) => void
  /** A message was discarded, or another tab has sent it. */
  readonly onGone: (message: WaitingMessage) => void
}

const keptName = 'waiting'

/** The server is away, restarting, or has too much to do. It answers later. */
const passing: ReadonlySet<number> = new Set([0, 429, 502, 503, 504])

/** Whether a message was refused for what it is. The ones behind it need not wait for it. */
const isRefused = (status: number): boolean => status >= 400 && status < 500 && status !== 401

/**
 * Sends messages one after another, in the order in which they were written. What waits is kept in the browser until the server has stored it,
 * so it survives a reload. If the server cannot be reached, the queue tries again by itself; if it fails, the user decides.
 */
export function createSendQueue(deps: SendQueueDeps) {
  const { kept, onState } = deps
  const backoff = createBackoff(deps.random)
  const problems = new Map<string, { readonly blocks: boolean }>()
  let messages: readonly WaitingMessage[] = []
  let sending: string | undefined
  let cancelRetry = () => {}

  const readKept = (): readonly WaitingMessage[] => JSON.parse(kept.read(keptName) ?? '[]')
  /** Other tabs use the same storage, so it is read anew for each change. */
  const change = (by: (all: readonly WaitingMessage[]) => readonly WaitingMessage[]) => {
    messages = by(messages)
    const all = by(readKept())
    kept.write(keptName, all.length > 0 ? JSON.stringify(all) : null)
  }
  const remove = (id: string) => {
    problems.delete(id)
    change((all) => all.filter((message) => message.id !== id))
  }

  const findNext = () => {
    const next = messages.find(({ id }) => problems.get(id)?.blocks !== false)
    return next && !problems.has(next.id) ? next : undefined
  }
  const drain = async (): Promise<void> => {
    cancelRetry()
    for (let next = findNext(); next && sending === undefined; next = findNext()) if (!(await attempt(next))) return
  }
  /** Returns whether the next message may be sent. */
  const attempt = async (message: WaitingMessage): Promise<boolean> => {
    sending = message.id
    onState(message, 'sending')
    const failure = await deps.post(message).then(
      () => undefined,
      (error: SendFailure) => error,
    )
    sending = undefined
    // Another tab may have removed it meanwhile.
    const isHere = messages.some(({ id }) => id === message.id)
    if (!failure) {
      backoff.reset()
      remove(message.id)
      if (isHere) onState(message, 'sent')
      return true
    }
    if (!isHere) return true
    if (passing.has(failure.status)) {
      onState(message, 'waiting')
      cancelRetry = deps.runLater(backoff.next(), () => void drain())
      return false
    }
    problems.set(message.id, { blocks: !isRefused(failure.status) })
    onState(message, { problem: failure.message })
    return isRefused(failure.status)
  }

  const take = (message: WaitingMessage) => {
    messages = [...messages, message]
    onState(message, 'waiting')
  }

  return {
    /** Continues with what was kept. */
    restore(): void {
      for (const message of readKept()) take(message)
      void drain()
    },
    add(message: WaitingMessage): void {
      change((all) => [...all, message])
      onState(message, 'waiting')
      void drain()
    },
    /** The connection is back: tries at once. */
    wake(): void {
      backoff.reset()
      void drain()
    },
    retry(id: string): void {
      problems.delete(id)
      void drain()
    },
    discard(id: string): void {
      const message = messages.find((one) => one.id === id)
      remove(id)
      if (message) deps.onGone(message)
      void drain()
    },
    /** Another tab has changed what is kept. */
    adopt(): void {
      const all = readKept()
      for (const message of messages) {
        if (all.some(({ id }) => id === message.id)) continue
        problems.delete(message.id)
        deps.onGone(message)
      }
      const known = new Set(messages.map(({ id }) => id))
      messages = messages.filter(({ id }) => all.some((kept) => kept.id === id))
      for (const message of all) if (!known.has(message.id)) take(message)
      void drain()
    },
  }
}
