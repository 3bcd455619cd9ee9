import { setTimeout as wait } from 'node:timers/promises'
import { Refusal, type UpdateContent } from './types.ts'

interface Queued {
  readonly number: number
  /** What the bot is given. */
  readonly update: unknown
  /** Given only to bots that asked for it, where present. */
  readonly type?: string | undefined
  /** Updates of one chat are posted to a webhook in order. */
  readonly chatId: number | undefined
}

interface Poll {
  readonly offset: number
  readonly limit: number
  readonly timeoutMs: number
  readonly allowed?: readonly string[]
}

interface Webhook {
  readonly url: string
  readonly secret: string | undefined
  readonly allowed?: readonly string[]
}

const firstNumber = 100_000

/** Milliseconds between two tries to post an update that was refused. */
const postAgainMs = 50

/** What waits for the bot: given to whoever polls, or posted to its webhook, until acknowledged. */
export class UpdateQueue {
  #queued: Queued[] = []
  #number = firstNumber
  #webhook: Webhook | undefined
  #allowed: readonly string[] | undefined
  #wakePoll: ((reason: 'update' | 'other-poll') => void) | undefined
  readonly #posting = new Map<number | undefined, Promise<void>>()
  #closed = false
  /** Where an https address of the bot leads: its own server, behind what would be a proxy. */
  webhookPort: number | undefined

  constructor(readonly changed: () => void) {}

  get pending(): number {
    return this.#queued.length
  }

  /** Whether somebody waits for updates. */
  get polling(): boolean {
    return this.#wakePoll !== undefined
  }

  get webhookUrl(): string | undefined {
    return this.#webhook?.url
  }

  /** Returns the number it was given. */
  add(content: UpdateContent, chatId?: number): number {
    const number = ++this.#number
    const queued = { number, update: { update_id: number, ...content }, type: Object.keys(content)[0], chatId }
    if (this.#allows(queued)) this.#push(queued)
    return number
  }

  /** Gives the bot anything at all. A number that Telegram gave before becomes the next one. */
  addRaw(update: unknown): void {
    const number = ++this.#number
    const { update_id: given } = Object(update)
    const isOld = typeof given === 'number' && given > 0 && given < firstNumber
    this.#push({ number, update: isOld ? { ...Object(update), update_id: number } : update, chatId: undefined })
  }

  #push(queued: Queued): void {
    this.#queued.push(queued)
    this.#wakePoll?.('update')
    this.#post(queued)
  }

  acknowledged(number: number): boolean {
    return !this.#queued.some((queued) => queued.number === number)
  }

  async poll({ offset, limit, timeoutMs, allowed }: Poll, signal: AbortSignal): Promise<unknown[]> {
    if (this.#webhook) {
      throw new Refusal(409, "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first")
    }
    if (allowed) this.#allowed = allowed
    // The one that asked first is sent away.
    this.#wakePoll?.('other-poll')
    this.#queued = this.#queued.filter((queued) => queued.number >= offset && this.#allows(queued))
    this.changed()
    if (this.#queued.length === 0 && timeoutMs > 0) await this.#wait(timeoutMs, signal)
    return this.#queued.slice(0, limit).map(({ update }) => update)
  }

  async #wait(timeoutMs: number, signal: AbortSignal): Promise<void> {
    let wake: (reason: 'update' | 'other-poll') => void = () => {}
    const woken = new Promise<'update' | 'other-poll'>((resolve) => {
      wake = resolve
    })
    this.#wakePoll = wake
    const over = new AbortController()
    const timeout = wait(timeoutMs, 'timeout' as const, { signal: AbortSignal.any([signal, over.signal]) }).catch(() => 'gone' as const)
    const reason = await Promise.race([woken, timeout])
    over.abort()
    if (this.#wakePoll === wake) this.#wakePoll = undefined
    if (reason === 'other-poll') {
      throw new Refusal(409, 'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running')
    }
  }

  setWebhook(webhook: Webhook | undefined): void {
    this.#webhook = webhook
    if (webhook?.allowed) this.#allowed = webhook.allowed
    if (webhook) for (const queued of this.#queued) this.#post(queued)
  }

  #allows({ type }: Queued): boolean {
    return !this.#allowed || type === undefined || this.#allowed.includes(type)
  }

  #post(queued: Queued): void {
    if (!this.#webhook) return
    const before = this.#posting.get(queued.chatId) ?? Promise.resolve()
    this.#posting.set(
      queued.chatId,
      before.then(() => this.#postUntilTaken(queued)),
    )
  }

  async #postUntilTaken(queued: Queued): Promise<void> {
    while (!this.#closed && this.#webhook && !this.acknowledged(queued.number)) {
      if (await this.#postOnce(this.#webhook, queued)) {
        this.#queued = this.#queued.filter((other) => other !== queued)
        this.changed()
      } else await wait(postAgainMs)
    }
  }

  async #postOnce({ url, secret }: Webhook, { update }: Queued): Promise<boolean> {
    try {
      const response = await fetch(`http://127.0.0.1:${this.webhookPort}${new URL(url).pathname}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(secret !== undefined && { 'x-telegram-bot-api-secret-token': secret }) },
        body: JSON.stringify(update),
      })
      await response.arrayBuffer()
      return response.ok
    } catch {
      // The bot is not there: that is what trying again is for.
      return false
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#wakePoll?.('update')
    await Promise.all(this.#posting.values())
  }
}
