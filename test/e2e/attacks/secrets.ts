import type { Audience } from '../../../src/core/domain/messages.ts'

/** Who reads something, and in front of whom. */
export interface Reader {
  readonly name: string
  readonly audience: Audience
}

export interface Secret {
  readonly word: string
  /** The row that it is in, such as "message" or "memory item". */
  readonly kind: string
  /** In whose thread it is; nobody's when it is no more, as the text of a deleted message. */
  readonly owners: readonly string[]
  readonly audience: Audience
}

/**
 * What was said in a shared place, by kind: all of its members may see it there, in what the bot is shown, in searches and in answers. All
 * else of others is for its owner alone: what tools and commands gave them, their files, reactions, memories, summaries and reports.
 */
const saidInPlace: ReadonlySet<string> = new Set([
  'title of a place',
  'name of an author',
  'message',
  'logged message',
  'summary of a channel',
  'topic of a channel',
  'reply',
  'new wording',
  'message with files',
  'message that quotes',
  'name of who is quoted',
  'quotation',
  'reply to a deleted message',
  'message that refers to one deleted later',
])

/** Words that stand nowhere but in the rows that they were hidden in. */
export class Secrets {
  readonly #byWord = new Map<string, Secret>()

  /** A new word. */
  hide(secret: Omit<Secret, 'word'>): string {
    const word = `sesame${String(this.#byWord.size + 1).padStart(4, '0')}`
    this.#byWord.set(word, { ...secret, word })
    return word
  }

  /** Those in anything that was shown, sent or stored. */
  in(shown: unknown): Secret[] {
    const words = new Set(
      textOf(shown)
        .match(/sesame\d{4}/gi)
        ?.map((word) => word.toLowerCase()),
    )
    return [...words].flatMap((word) => this.#byWord.get(word) ?? [])
  }

  /** What was shown of what is for none of the readers to see, in words. Somebody may be one reader alone, and another in front of others. */
  leaks(shown: unknown, ...readers: readonly Reader[]): string[] {
    return this.in(shown)
      .filter((secret) => !readers.some((reader) => mayRead(secret, reader)))
      .map(({ word, kind, owners, audience }) => `${word}: ${kind} of ${owners.join(' and ') || 'nobody'}, ${audience}`)
  }
}

/** Alone, everything of one's own; in front of others, what was said there, and what else of one's own belongs there. */
function mayRead({ kind, owners, audience }: Secret, reader: Reader): boolean {
  if (reader.audience === 'private') return owners.includes(reader.name)
  return audience === reader.audience && (owners.includes(reader.name) || (owners.length > 0 && saidInPlace.has(kind)))
}

/** Also what JSON has no word for. */
function textOf(shown: unknown): string {
  if (typeof shown === 'string') return shown
  return (
    JSON.stringify(shown, (_, value) => {
      if (typeof value === 'bigint') return String(value)
      return value instanceof Uint8Array ? new TextDecoder().decode(value) : value
    }) ?? ''
  )
}
