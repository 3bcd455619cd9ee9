import type { Genders, LanguageCues, ReferenceCues } from '../languages/cues.ts'
import { foldText, isFunctionWord, splitWords } from '../words.ts'
import { hasCommonCue } from './cues.ts'

/** A person or a thing that a sentence names. */
export interface Mention {
  readonly kind: 'person' | 'thing'
  /** By which it is recognized when it is named again. */
  readonly key: string
  /** As a later sentence would name it. */
  readonly text: string
  /** Without its determiner. */
  readonly noun: string
  readonly genders: Genders
  /** Whether the sentence begins with it. */
  readonly isSubject: boolean
}

/** What the whole day shows about capitalized words. */
export interface NameLexicon {
  /** Names of those who do something that people do, or with whom something is done, folded. */
  readonly persons: ReadonlySet<string>
}

const namePattern = /(?<![\p{L}\p{N}'’-])\p{Lu}\p{Ll}+(?:-\p{Lu}?\p{Ll}+)?(?:\s+\p{Lu}\p{Ll}+)?(?![\p{L}-])/gu

/** The words before a name that make it a place. */
const placeLead = /(?:^|\s)(?:in|at|near|from|into|nach|aus|im|am|en|au|em|na|no|в|на|из)\s+$/iu

/** Reads the sentences of a day, with the cues of their languages. */
export function readNames(sentences: readonly { readonly said: string; readonly cues: LanguageCues }[]): NameLexicon {
  const words = new Set(sentences.flatMap(({ said }) => splitWords(said).filter((word) => word === word.toLowerCase())))
  const persons = new Set<string>()
  const places = new Set<string>()
  for (const { said, cues } of sentences) {
    const nouns = new Set(findThings(said, cues.references).map(({ noun }) => noun))
    for (const { 0: text, index } of said.matchAll(namePattern)) {
      // "The contract" is no name, even where nouns are capitalized.
      if (nouns.has(text)) continue
      const isActing = cues.references.personVerbs.test(said.slice(index + text.length))
      const isMet = !isAtStart(said, index) && cues.references.personLead.test(said.slice(0, index))
      if ((isActing || isMet) && isName(text, words)) persons.add(foldText(text))
      if (placeLead.test(said.slice(0, index))) places.add(foldText(text))
    }
  }
  return { persons: new Set([...persons].filter((name) => !places.has(name))) }
}

/** Whether a capitalized word is a name. */
function isName(text: string, words: ReadonlySet<string>): boolean {
  const first = text.split(/[\s-]/)[0] ?? ''
  return !isFunctionWord(foldText(first)) && !words.has(first.toLowerCase()) && !hasCommonCue(text, 'day')
}

/** Finds what a sentence names, in order. */
export function findMentions(sentence: string, references: ReferenceCues, lexicon: NameLexicon): readonly Mention[] {
  const persons = findPersons(sentence, references, lexicon)
  return [...persons, ...findThings(sentence, references).filter(({ key }) => !persons.some((person) => person.key.endsWith(key)))]
}

function findPersons(sentence: string, references: ReferenceCues, lexicon: NameLexicon): readonly Mention[] {
  const relatives = (['m', 'f'] as const).flatMap((gender) =>
    Array.from(sentence.matchAll(references.relatives[gender]), ({ 0: text, index }) => ({ text, index, genders: gender as Genders })),
  )
  const pattern = references.names ?? namePattern
  const names = Array.from(sentence.matchAll(pattern), ({ 0: text, index }) => ({ text, index, genders: 'mf' }))
    .filter(({ text }) => !relatives.some((relative) => relative.text.includes(text)))
    .filter(({ text }) => references.names !== undefined || lexicon.persons.has(foldText(text)))
  return [...relatives, ...names].map(({ text, index, genders }) => {
    const plain = lowerFirst(text, references)
    return { kind: 'person', key: foldText(text), text: plain, noun: plain, genders, isSubject: isAtStart(sentence, index) }
  })
}

function findThings(sentence: string, references: ReferenceCues): readonly Mention[] {
  return Array.from(sentence.matchAll(references.things), ({ groups = {}, index }): Mention => {
    const { determiner = '', noun = '' } = groups
    const folded = foldText(determiner)
    const [, shown] = references.nounGenders?.find(([pattern]) => pattern.test(noun)) ?? []
    const genders = shown ?? references.genders[folded] ?? references.defaultGenders
    const article = references.definite[folded] ?? determiner.toLowerCase()
    const text = article === '' || /['’]$/.test(article) || references.isUnspaced ? `${article}${noun}` : `${article} ${noun}`
    return { kind: 'thing', key: foldText(noun), text, noun, genders, isSubject: isAtStart(sentence, index) }
  }).filter(({ noun }) => !hasCommonCue(noun, 'day') && !/['’]s$/.test(noun))
}

const isAtStart = (sentence: string, index: number): boolean => !/[\p{L}\p{N}]/u.test(sentence.slice(0, index))

/** "My sister" is "my sister" in the middle of a sentence, but "Mum" stays. */
const lowerFirst = (text: string, { genders }: ReferenceCues): string =>
  /^\p{Lu}\p{Ll}*\s+\p{Ll}/u.test(text) || foldText(text.split(/\s/)[0] ?? '') in genders
    ? text.charAt(0).toLowerCase() + text.slice(1)
    : text
