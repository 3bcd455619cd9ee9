import { messageOf } from '../../core/domain/errors.ts'
import type { ChannelDeps, WrittenChannelSummary } from '../deps.ts'
import type { SummaryMaterial } from '../summary-material.ts'
import type { Cascade } from './cascade-lease.ts'

export interface WritingTask {
  /** Names what is written. */
  readonly source: string
  /** The sources of the summaries that it is made from. None if it is made from messages. */
  readonly madeFrom: readonly string[]
  readonly material: SummaryMaterial
}

export interface CascadeWriterOptions {
  readonly cascade: Cascade
  /** The most tokens that the model may use. */
  readonly maxTokens: number
  readonly signal: AbortSignal
}

/**
 * Writes the summaries of one cascade with the model. After several failed cascades in a row, the offline model writes what the model still
 * fails at, so that material which it always refuses does not hold up the rest. If the model fails again before it has succeeded at
 * something else, it seems to be down, and the cascade fails: what it can still write is not written offline. What is made from a summary
 * that was written offline contains the same material, and so is no sign of that.
 */
export class CascadeWriter {
  readonly #deps: ChannelDeps
  readonly #options: CascadeWriterOptions
  readonly #offlineSources = new Set<string>()
  #tokens: number
  #seemsDown = false

  constructor(deps: ChannelDeps, options: CascadeWriterOptions) {
    this.#deps = deps
    this.#options = options
    this.#tokens = options.maxTokens
  }

  /** The number of tokens that the model may still use. */
  get tokensLeft(): number {
    return this.#tokens
  }

  /** Returns undefined if the tokens do not suffice. Throws if the model fails and the offline one may not take its place. */
  async write(task: WritingTask): Promise<WrittenChannelSummary | undefined> {
    const { cascade, signal } = this.#options
    const run = { channel: cascade.channel, maxTokens: this.#tokens, signal }
    try {
      const written = await this.#deps.writeSummary(task.material, run)
      if (written) {
        this.#tokens -= written.tokens
        this.#seemsDown = false
      }
      return written
    } catch (error) {
      if (signal.aborted || !this.#mayFallBack(task)) throw error
      this.#deps.log.warn(
        { placeId: cascade.channel.placeId, failures: cascade.failures, error: messageOf(error) },
        'the model keeps failing at a part of a channel, so its summary is written offline; /rebuild makes it again with the model',
      )
      this.#seemsDown = true
      this.#offlineSources.add(task.source)
      return this.#deps.writeOffline(task.material, { ...run, maxTokens: Number.POSITIVE_INFINITY })
    }
  }

  #mayFallBack({ madeFrom }: WritingTask): boolean {
    if (this.#options.cascade.failures < this.#deps.channelSettings.failuresBeforeOffline) return false
    return !this.#seemsDown || madeFrom.some((source) => this.#offlineSources.has(source))
  }
}
