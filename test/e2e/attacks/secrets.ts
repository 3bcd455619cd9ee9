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

  /** What a reader was shown of what is not theirs to see, in words. `saidThere`: what all members of a shared place may see of it. */
  leaks(shown: unknown, reader: Reader, saidThere: readonly string[] = []): string[] {
    return this.in(shown)
      .filter((secret) => !mayRead(secret, reader))
      .filter(({ kind, audience }) => reader.audience === 'private' || audience !== reader.audience || !saidThere.includes(kind))
      .map(({ word, kind, owners, audience }) => `${word}: ${kind} of ${owners.join(' and ') || 'nobody'}, ${audience}`)
  }
}

/** Alone, everything of one's own; in front of others, what was said there. */
function mayRead({ owners, audience }: Secret, reader: Reader): boolean {
  return owners.includes(reader.name) && (reader.audience === 'private' || reader.audience === audience)
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
