import { hasCommonCue } from '../summary/cues.ts'
import { findMentions, readNames } from '../summary/mentions.ts'
import type { ResolvedStatement } from '../summary/references.ts'
import { foldText, isFunctionWord } from '../words.ts'
import { sessionCuesOf } from './languages/all.ts'

/** A person or a thing that a session calls by its name. */
export interface CalledName {
  readonly kind: 'person' | 'thing'
  readonly name: string
  readonly id: number
}

/** Capitalized words that do not begin a sentence: "Cours Gambetta", "iPhone 15", "DHL". */
const thingPattern =
  /(?<=[\p{L}\p{N},;:'’)]\s?['’(]?)(?<![\p{L}\p{N}])(?:\p{Lu}[\p{L}’'-]*\p{L}|\p{Ll}\p{Lu}\p{L}+)(?:[\s-](?:\p{Lu}[\p{L}-]+|(?:de|des|du|of|van|von)\s\p{Lu}[\p{L}-]+))*/gu

/** The languages of the session. */
const isLanguageName = (() => {
  const names = new Set(
    ['en', 'de', 'fr', 'es', 'it', 'pt', 'ru'].flatMap((language) => {
      const display = new Intl.DisplayNames([language], { type: 'language' })
      return ['en', 'de', 'fr', 'es', 'it', 'pt', 'ru', 'ja', 'zh'].map((code) => foldText(display.of(code) ?? ''))
    }),
  )
  return (folded: string) => names.has(folded)
})()

/** The months, also those that are other words too: "May". */
const isMonth = (() => {
  const names = new Set(
    ['en', 'de', 'fr', 'es', 'it', 'pt', 'ru'].flatMap((language) => {
      const format = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' })
      return Array.from({ length: 12 }, (_, month) => foldText(format.format(new Date(Date.UTC(2026, month, 1)))))
    }),
  )
  return (folded: string) => names.has(folded)
})()

/** What leads to somebody who is given something. */
const receiverLead =
  /(?<!\p{L})(?:send|sent|give|gave|show|showed|bring|brought|lend|lent|return)\s(?:\S+\s){0,3}to\s+$|(?<!\p{L})(?:showed|gave|sent)\s+$/iu
/** What leads to somebody or to a place, so that it does not show a thing. */
const ownerLead = /(?<!\p{L})d(?:e\s+|['’])$/iu

/** Finds the names of people and things, each once, in order. In German all nouns are capitalized, so only places are told from others. */
export function findCalledNames(statements: readonly ResolvedStatement[]): readonly CalledName[] {
  const lexicon = readNames(statements)
  const names = new Map<string, CalledName>()
  const add = (kind: CalledName['kind'], name: string, id: number) => {
    const key = foldText(name)
    const isName =
      key.length > 1 && !isFunctionWord(key.split(/\s/)[0] ?? '') && !hasCommonCue(name, 'day') && !isLanguageName(key) && !isMonth(key)
    if (isName && !names.has(key)) names.set(key, { kind, name, id })
  }
  for (const { said, id, cues, isOfLongAnswer } of statements) {
    if (isOfLongAnswer) continue
    const { references } = cues
    for (const { kind, noun } of findMentions(said, references, lexicon)) {
      if (kind === 'person' && (/^\p{Lu}/u.test(noun) || references.names)) add('person', noun, id)
    }
    const plain = said.replace(/^["“«¿¡(]*\S+/, (first) => ' '.repeat(first.length))
    for (const { 0: name, index } of plain.matchAll(thingPattern)) {
      const before = plain.slice(0, index)
      if (lexicon.persons.has(foldText(name)) || receiverLead.test(before)) add('person', name, id)
      else if (ownerLead.test(before) && !/\s/.test(name)) continue
      else if (!sessionCuesOf(cues).capitalizesNouns || isNamedPlace(name, before)) add('thing', name, id)
    }
  }
  return [...names.values()]
}

/** Whether a noun of a language that capitalizes all nouns is a name: after a preposition of places without an article, or by its letters. */
const isNamedPlace = (name: string, before: string): boolean =>
  /\p{Lu}.*\p{Lu}/u.test(name.split(/\s/)[0] ?? '') || /(?:^|\s)(?:in|nach|aus|bei)\s+$/u.test(before)
